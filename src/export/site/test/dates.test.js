// Which day is today's, streaks and months, against what is plain to see.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayText, pick, streak, todayText, weeks, yearsNear } from '../js/dates.js';

test('the day is that of the reader, or of the site', () => {
  const now = new Date('2028-02-29T22:30:00Z');
  assert.equal(todayText(now, 'UTC'), '2028-02-29');
  assert.equal(todayText(now, 'Pacific/Kiritimati'), '2028-03-01');
  assert.equal(todayText(now, 'Pacific/Pago_Pago'), '2028-02-29');
  assert.match(todayText(now), /^2028-0[23]-\d\d$/);
  // As Europe/Kyiv is to an old device.
  assert.equal(todayText(now, 'Europe/Nowhere'), todayText(now));
});

test('before its puzzle is there, the last one is shown; before all, the first', () => {
  const days = ['2027-01-04', '2027-01-05', '2027-01-07'];
  for (const [today, shown] of [['2027-01-05', 1], ['2027-01-06', 1], ['2027-01-07', 2], ['2029-01-01', 2], ['2026-12-31', 0]]) {
    assert.equal(pick(days, today), days[shown], today);
  }
  assert.equal(pick([], '2027-01-01'), undefined);
});

test('a streak is counted over days that have a puzzle, and today may be open', () => {
  const days = ['2027-02-26', '2027-02-28', '2027-03-01', '2027-03-02'];
  const of = (solved, today) => streak(days, (day) => solved.includes(day), today);
  assert.equal(of(days, '2027-03-02'), 4);
  assert.equal(of(days.slice(0, 3), '2027-03-02'), 3);
  assert.equal(of(days.slice(0, 2), '2027-03-02'), 0);
  assert.equal(of(days, '2027-03-01'), 3);
  assert.equal(of([days[0], days[3]], '2027-03-02'), 1);
  assert.equal(of([], '2027-03-02'), 0);
  assert.equal(of(days, '2027-01-01'), 0);
});

test('years are those near a day, and the last one before it', () => {
  const all = ['2024', '2025', '2027', '2028', '2029'];
  assert.deepEqual(yearsNear(all, '2027-01-01'), ['2025', '2027', '2028']);
  assert.deepEqual(yearsNear(all, '2026-06-01'), ['2024', '2025', '2027']);
  assert.deepEqual(yearsNear(all, '2040-06-01'), ['2028', '2029']);
  assert.deepEqual(yearsNear(all, '2020-06-01'), ['2024']);
});

test('every day of 400 years lies in its week', () => {
  for (let year = 1900; year < 2300; year++) {
    for (let month = 1; month <= 12; month++) {
      let next = 1;
      for (const week of weeks(year, month)) {
        assert.equal(week.length, 7);
        for (const [column, day] of week.entries()) {
          if (!day) continue;
          assert.equal(day, next++);
          assert.equal((new Date(`${dayText(year, month, day)}T00:00Z`).getUTCDay() + 6) % 7, column);
        }
      }
      assert.equal(next - 1, new Date(Date.UTC(year, month, 0)).getUTCDate());
    }
  }
  assert.equal(weeks(2028, 2).flat().filter(Boolean).length, 29);
});
