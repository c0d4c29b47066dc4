// What is kept of solved puzzles: days in a row, and times by level.
import { timeText } from './clock.js';
import { finishOf, isTimed } from './save.js';
import { el } from './say.js';

// How many days in a row are solved, up to today. The last one may still be open.
export function streak(days, isSolved, today) {
  const past = days.filter((day) => day <= today);
  if (past.length && !isSolved(past.at(-1))) past.pop();
  const open = past.reverse().findIndex((day) => !isSolved(day));
  return open < 0 ? past.length : open;
}
// The most days in a row that were ever solved.
export function longest(days, isSolved) {
  let [run, most] = [0, 0];
  for (const day of days) most = Math.max(most, (run = isSolved(day) ? run + 1 : 0));
  return most;
}
// The days of the calendar from the first of these to a last one, 2027-03-14.
export function calendar(days, last) {
  const [first, end] = [Date.parse([...days].sort()[0]), Date.parse(last)];
  return [...Array(Math.max(0, Math.round((end - first) / 864e5) + 1) || 0).keys()].map((n) => new Date(first + 864e5 * n).toISOString().slice(0, 10));
}

// The days on which puzzles were solved, without those that were late.
export const daysOf = (records) => new Set(records.map(finishOf).filter((f) => f?.day && !f.late).map((f) => f.day));

// The best honest time at a level, or infinity.
export const bestOf = (records, level) => Math.min(...records.filter((r) => r.level === level).map(finishOf).filter(isTimed).map((f) => f.time));

// Solved puzzles by level: how many, and of those without help the best and the mean time; and the
// most days in a row, which `run` tells of the records of a level.
export function timesTable(t, records, run) {
  const levels = new Map();
  for (const record of records.filter(finishOf)) levels.set(record.level, [...(levels.get(record.level) ?? []), record]);
  if (!levels.size) return el('p', {}, t('none-solved'));
  const row = ([level, all]) => {
    const timed = all.map(finishOf).filter(isTimed).map((f) => f.time);
    const told = timed.length ? [Math.min(...timed), timed.reduce((sum, one) => sum + one) / timed.length].map(timeText) : ['–', '–'];
    return el('tr', {}, el('th', { scope: 'row' }, level ?? t('opened')), ...[all.length, ...told, run(all, level) || '–'].map((text) => el('td', {}, text)));
  };
  const heads = ['level', 'count', 'best-time', 'mean-time', 'longest'].map((word) => el('th', { scope: 'col' }, t(word)));
  return el('table', { className: 'times' }, el('tr', {}, ...heads), ...[...levels].map(row));
}
