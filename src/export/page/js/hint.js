// Hints: the first step of the list that is not done yet, told in three stages.
// A step is [name, houses, cells, digits, puts, gone, more]; puts and gone are candidates, 9 * cell + digit - 1.
import { CELLS, bit, box, cellName } from './cells.js';
import { mistakes } from './check.js';
import { cleaned } from './marks.js';
import { CENTRE, VALUE, candidates, change } from './state.js';

const cellOf = (k) => Math.floor(k / 9);
const digitOf = (k) => (k % 9) + 1;

const isDone = (s, [, , , , puts, gone]) =>
  puts.every((k) => s.board[cellOf(k)]) &&
  gone.every((k) => s.board[cellOf(k)] || !(candidates(s, cellOf(k)) & bit(digitOf(k))));

// What to say next: mistakes, a step with its number, or nothing.
export function next(s, { solution, steps = [] }) {
  const bad = mistakes(s, solution);
  if (bad.length) return { bad };
  const number = steps.findIndex((step) => !isDone(s, step));
  return { number, step: steps[number] };
}

export const house = (t, h) => t(['row', 'column', 'box'][Math.floor(h / 9)], { n: (h % 9) + 1 });
const cells = (of) => of.map(cellName).join(', ');
const houses = (t, [, of, at]) => (of.length ? of : [18 + box(at[0])]).map((h) => house(t, h)).join(', ');

// The candidates that go, by digit.
const removes = (t, gone) =>
  [...new Set(gone.map(digitOf))]
    .map((d) => t('removes', { d, cells: cells(gone.filter((k) => digitOf(k) === d).map(cellOf)) }))
    .join('; ');
const puts = (t, of) => of.map((k) => t('is', { cell: cellName(cellOf(k)), d: digitOf(k) })).join(', ');

// How an assumption fails: what follows from it, and the place where nothing is left.
const chain = (t, [assumed, follows, h, last]) =>
  t('if', {
    first: puts(t, [assumed]),
    then: puts(t, follows),
    end: h < 0 ? t('empty-cell', { cell: cellName(last) }) : t('no-place', { d: last, house: house(t, h) }),
  });

// The words of a stage, 1 to 3; `names` are those of the techniques.
export function tell(t, names, step, stage) {
  const [name, , at, digits, put, gone, more] = step;
  if (typeof name === 'string') return stage === 1 ? name.split(':')[0] : name;
  if (stage === 1) return `${names[name]}: ${houses(t, step)}`;
  const effect = [put.length && (stage > 2 || more) && puts(t, put), gone.length && removes(t, gone)].filter(Boolean).join('; ');
  if (stage > 2) return effect;
  const what = more ? chain(t, more) : `${digits.join('')}, ${houses(t, step)}${put.length ? '' : ` (${cells(at)})`}`;
  return `${names[name]}: ${what}${effect && `. ${effect}`}`;
}

// Does a step: digits as entered, candidates as centre marks.
export function doStep(s, [, , , , put, gone], clean) {
  const marks = new Map();
  for (const k of gone) {
    const c = cellOf(k);
    if (!s.board[c]) marks.set(c, (marks.get(c) ?? candidates(s, c)) & ~bit(digitOf(k)));
  }
  return change(s, [
    ...put.flatMap((k) => (clean ? cleaned(s, [cellOf(k)], digitOf(k)) : [])),
    ...[...marks].map(([c, bits]) => [CENTRE + c, bits]),
    ...put.map((k) => [VALUE + cellOf(k), digitOf(k)]),
  ]);
}

// The cells to mark: the pattern, and where something goes.
export const places = ([, , at, , put, gone]) => [[...at, ...put.map(cellOf)], gone.map(cellOf)];

// The open cell that is told when no step helps: of these, or else the one with the fewest candidates.
export const easiest = (s, among) => {
  const open = (of) => of.filter((c) => !s.board[c]);
  const size = (c) => candidates(s, c).toString(2).replaceAll('0', '').length;
  return (open(among).length ? open(among) : open(CELLS)).sort((a, b) => size(a) - size(b))[0];
};
