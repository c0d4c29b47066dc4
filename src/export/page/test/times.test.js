// Days in a row and times by level, against what is plain to see.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestOf, calendar, daysOf, longest, streak } from '../js/times.js';

test('the days of the calendar are all there, over years and leap days', () => {
  assert.deepEqual(calendar(['2028-02-28', '2028-02-27'], '2028-03-01'), ['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01']);
  assert.equal(calendar(['2027-01-01'], '2028-12-31').length, 365 + 366);
  assert.deepEqual([calendar([], '2028-01-01'), calendar(['2028-01-02'], '2028-01-01')], [[], []]);
});

test('the longest run is that of a search from every day, and never shorter than the one up to today', () => {
  let n = 5;
  const random = () => (n = (Math.imul(n, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  for (let round = 0; round < 3000; round++) {
    const days = calendar(['2028-02-01'], `2028-02-${10 + Math.floor(random() * 19)}`);
    const solved = new Set(days.filter(() => random() < 0.6));
    const from = (day) => (solved.has(day) ? 1 + from(days[days.indexOf(day) + 1]) : 0);
    const most = longest(days, (day) => solved.has(day));
    assert.equal(most, Math.max(...days.map(from)), `round ${round}: ${[...solved]}`);
    assert.ok(most >= streak(days, (day) => solved.has(day), days.at(-1)), `round ${round}`);
  }
});

test('what was solved late makes no day, and help no best time', () => {
  const records = [
    { level: 'Easy', first: { time: 9, helped: 0, day: '2028-01-01' } },
    { level: 'Easy', first: { time: 5, helped: 2, day: '2028-01-02' } },
    { level: 'Easy', first: { time: 7, helped: 0, day: '2028-01-03', late: true } },
    { level: 'Hard', solved: true, time: 3 },
    { level: 'Easy', time: 1 },
  ];
  assert.deepEqual([...daysOf(records)], ['2028-01-01', '2028-01-02']);
  assert.deepEqual([bestOf(records, 'Easy'), bestOf(records, 'Hard'), bestOf(records, 'Expert')], [7, 3, Infinity]);
});
