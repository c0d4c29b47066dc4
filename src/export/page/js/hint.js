// Hints: the step that comes next, told in three stages. It is worked out from the board as it is
// where the core is there, and else the first of a list that is not done and fits the board. A step
// is [name, houses, cells, digits, puts, gone, more]; puts and gone are candidates, 9 * cell +
// digit - 1. There is more of an assumption, of branches, which begin with their word, and of a
// technique that has a sentence. A single is short: [name, house or -1, candidate].
import { CELLS, HOUSES, bit, box, cellName } from './cells.js';
import { mistakes } from './check.js';
import { cleaned } from './marks.js';
import { CENTRE, VALUE, candidates, change, possible } from './state.js';

const cellOf = (k) => Math.floor(k / 9);
const digitOf = (k) => (k % 9) + 1;

const full = (step) =>
  step.length > 3 ? step : [step[0], step[1] < 0 ? [] : [step[1]], [cellOf(step[2])], [digitOf(step[2])], [step[2]], []];

const isDone = (s, [, , , , puts, gone]) =>
  puts.every((k) => s.board[cellOf(k)]) &&
  gone.every((k) => s.board[cellOf(k)] || !(candidates(s, cellOf(k)) & bit(digitOf(k))));

// Whether a step can be seen on the board: a single in what the cells have left; of others, which
// stand on all before them, only the first.
function fits(s, [, [house], at, digits, puts, gone, more], isFirst) {
  if (more || gone.length || puts.length !== 1 || at.length !== 1) return isFirst && at.every((c) => !s.board[c]);
  const [can, one] = [(c) => candidates(s, c) & possible(s, c), bit(digits[0])];
  return house === undefined ? can(at[0]) === one : HOUSES[house].every((c) => c === at[0] || s.board[c] || !(can(c) & one));
}

// What to say next: mistakes, a step with its number, or nothing. `told` is the step that the core
// tells.
export function next(s, { solution, steps = [] }, told) {
  const bad = mistakes(s, solution);
  if (bad.length) return { bad };
  if (told) return { number: told.step.join('|'), step: told.step };
  const all = steps.map(full);
  const first = all.findIndex((step) => !isDone(s, step));
  const number = all.findIndex((step, i) => !isDone(s, step) && fits(s, step, i === first));
  return { number, step: all[number] };
}

export const house = (t, h) => t(['row', 'column', 'box'][Math.floor(h / 9)], { n: (h % 9) + 1 });
const cells = (of) => of.map(cellName).join(', ');
// The houses, or the boxes of the cells; of many boxes none.
const houses = (t, [, of, at]) => {
  const all = of.length ? of : [...new Set(at.map((c) => 18 + box(c)))];
  return all.length > 3 ? '' : all.map((h) => house(t, h)).join(', ');
};

// The candidates that go, by digit.
const removes = (t, gone) =>
  [...new Set(gone.map(digitOf))]
    .map((d) => t('removes', { d, cells: cells(gone.filter((k) => digitOf(k) === d).map(cellOf)) }))
    .join('; ');
const puts = (t, of) => of.map((k) => t('is', { cell: cellName(cellOf(k)), d: digitOf(k) })).join(', ');

// How an assumption fails: what follows from it, and the place where nothing is left; or where
// branches begin.
const because = (t, [first, then, h, last]) =>
  isNaN(first)
    ? t(first, { cell: cellName(then), d: h, house: last < 0 ? '' : house(t, last) })
    : t('if', {
        first: puts(t, [first]),
        then: puts(t, then),
        end: h < 0 ? t('empty-cell', { cell: cellName(last) }) : t('no-place', { d: last, house: house(t, h) }),
      });

// The words of a stage, 1 to 3; `names` are those of the techniques.
export function tell(t, names, step, stage) {
  const [name, of, at, digits, put, gone, more] = step;
  const join = (parts, by) => parts.filter(Boolean).join(by);
  if (stage === 1) return join([names[name], houses(t, step)], ': ');
  const effect = join([put.length && (stage > 2 || more) && puts(t, put), gone.length && removes(t, gone)], '; ');
  if (stage > 2) return effect;
  if (typeof more === 'string') return more;
  const what = more
    ? because(t, more)
    : put.length && !at[1]
      ? t(of.length ? 'only-place' : 'only-digit', { cell: cells(at), d: digits, house: houses(t, step) })
      : join([digits.join(''), houses(t, step)], ', ') + ` (${cells(at)})`;
  return `${names[name]}: ${what}${effect && `. ${effect}`}`;
}

// A hint as it is told: its stage, and that there is more. The core says in a sentence what there
// is to see.
export const toldHint = (t, names, { step, stage, told }) =>
  `${(stage === 2 && told?.said) || tell(t, told ? [told.name] : names, step, stage)}${stage < 3 ? ` ${t('more')}` : ''}`;

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

// The candidates that a hint stands on.
export const stands = (s, { step: [, , at, digits, puts, gone], told }) =>
  told?.pattern ?? (gone.length ? at.flatMap((c) => digits.filter((d) => candidates(s, c) & bit(d)).map((d) => 9 * c + d - 1)).filter((k) => !gone.includes(k)) : puts);

// The open cell that is told when no step helps: of these, or else the one with the fewest
// candidates.
export const easiest = (s, among) => {
  const open = (of) => of.filter((c) => !s.board[c]);
  const size = (c) => candidates(s, c).toString(2).replaceAll('0', '').length;
  return (open(among).length ? open(among) : open(CELLS)).sort((a, b) => size(a) - size(b))[0];
};
