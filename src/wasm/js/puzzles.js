// Calls about one puzzle.
import { RequestError } from './errors.js';
import { call, callAll } from './loaded.js';

/** A puzzle as text; what is no text has another kind of error. A line end would end the argument. */
export function textOf(puzzle) {
  if (typeof puzzle !== 'string') throw new TypeError(`a puzzle is a text of 81 characters, not ${told(puzzle)}`);
  return puzzle.replace(/\s+/g, '');
}
export const told = (value) => (value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value === 'number' ? `the number ${value}` : typeof value);

/** Whether another thread has taken a buffer: no view can be made of it. */
export function isDetached(buffer) {
  try {
    return !new Uint8Array(buffer);
  } catch {
    return true;
  }
}

/** A number from 0 to 2^53 - 1. */
export function rngSeedOf(rngSeed) {
  const random = () => Number(crypto.getRandomValues(new BigUint64Array(1))[0] >> 11n);
  const seed = rngSeed ?? random();
  if (!Number.isSafeInteger(seed) || seed < 0) throw new RequestError(`rngSeed is a whole number from 0 on, not ${told(seed)}`);
  return seed;
}
/** One of these words. */
export function oneOf(name, value, words) {
  if (!words.includes(value)) throw new RequestError(`no ${name} ${JSON.stringify(value)}: there are ${words.join(', ')}`);
  return value;
}
export const METRICS = ['hsolve', 'se', 'common'];
/** A call by one of them; what the tiers do not do is in the second file. */
const callBy = (name, [what, by, words], ...lines) =>
  oneOf(what, by, words) === 'hsolve' ? call(name, ...lines) : callAll(`${name}-${by}`, ...lines);

export const solve = (puzzle) => call('solve', textOf(puzzle));
export const rate = (puzzle, { metric = 'hsolve' } = {}) => callBy('rate', ['metric', metric, METRICS], textOf(puzzle));
export function canon(puzzle) {
  const { line, ...row } = call('canon', textOf(puzzle));
  return row;
}
export const explain = (puzzle, { ladder = 'hsolve' } = {}) => callBy('explain', ['ladder', ladder, METRICS], textOf(puzzle));
export function hint(puzzle, { filled = [], removed = [], ladder = 'hsolve' } = {}) {
  const done = [...filled, ...removed];
  for (const effect of done) {
    if (typeof effect !== 'string' || effect.includes('\n')) throw new RequestError(`${told(effect)}: write a digit as r5c2=7, removed candidates as r3c4<>28`);
  }
  return callBy('hint', ['ladder', ladder, ['hsolve', 'common']], textOf(puzzle), ...done);
}
export const shuffle = (puzzle, { rngSeed, symmetry = 'none' } = {}) => call('shuffle', textOf(puzzle), rngSeedOf(rngSeed), String(symmetry));
export const symmetries = (puzzle) => call('symmetries', textOf(puzzle));
/** Whether it has one solution, and removing any clue gives a second one. */
export const isMinimal = (puzzle) => symmetries(puzzle).minimal === true;
/** Whether it has exactly one solution. */
export const isUnique = (puzzle) => symmetries(puzzle).solutions === 1;
/** The steps that <sudoku-board> tells as hints, as its modules read them. */
export const steps = (puzzle) => callAll('told', textOf(puzzle));
