// Days of a site as texts, 2027-03-14: which is today's, how long a streak is, how a month lies in
// weeks.

export { todayText } from '../../page/js/clock.js';
export { streak } from '../../page/js/times.js';

export const dayText = (year, month, day) => [String(year).padStart(4, '0'), ...[month, day].map((n) => String(n).padStart(2, '0'))].join('-');

// The last of these days that has come; before the first one, that.
export const pick = (days, today) => days.filter((day) => day <= today).at(-1) ?? days[0];

// The years to look at for a day: its own, those beside it, and the last one before it that there
// is.
export function yearsNear(years, day) {
  const past = years.filter((year) => year <= day.slice(0, 4)).length;
  return years.slice(Math.max(0, past - 2), past + 1);
}

// The days of a month in weeks from Monday on; 0 where a week has a day of another month.
export function weeks(year, month) {
  const before = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 6) % 7;
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const days = [...Array(Math.ceil((before + count) / 7) * 7).keys()].map((i) => (i < before || i >= before + count ? 0 : i - before + 1));
  return [...Array(days.length / 7).keys()].map((week) => days.slice(7 * week, 7 * week + 7));
}
