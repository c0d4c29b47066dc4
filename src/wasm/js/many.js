// Many puzzles at once: in workers, in their order, with what is wrong with one beside it.
import { started, unlessAborted } from './crew.js';
import { errorOf, InvalidPuzzle, RequestError } from './errors.js';
import { all, core } from './loaded.js';
import { METRICS, isDetached, oneOf, textOf, told } from './puzzles.js';

/** Puzzles in a piece of work: few enough that progress is told, and an end is soon. */
const PIECE = 64;

/** How many puzzles there are, and each of them as text, or what is wrong with it. */
function given(puzzles) {
  if (typeof puzzles === 'string') throw new TypeError('this is one puzzle: give a list of puzzles');
  if (ArrayBuffer.isView(puzzles)) {
    if (!(puzzles instanceof Uint8Array)) throw new TypeError('cells are a Uint8Array, 81 of each puzzle, 0 for an open cell');
    // A buffer that was handed to another thread is left without bytes.
    if (isDetached(puzzles.buffer)) throw new TypeError('the ArrayBuffer of the cells is detached: another thread has it');
    if (puzzles.length % 81) throw new RequestError(`${puzzles.length} cells are no puzzles of 81 each`);
    // They may change while others are worked on.
    const cells = puzzles.slice();
    return [cells.length / 81, (at) => {
      const own = cells.subarray(81 * at, 81 * at + 81);
      const wrong = own.find((cell) => cell > 9);
      if (wrong !== undefined) throw new InvalidPuzzle(`${wrong} is no digit: 0 to 9 are`);
      return own.join('');
    }];
  }
  if (puzzles == null || typeof puzzles[Symbol.iterator] !== 'function') throw new TypeError(`puzzles are a list of texts or a Uint8Array, not ${told(puzzles)}`);
  const list = [...puzzles];
  return [list.length, (at) => textOf(list[at])];
}

/** What is told how far it is. */
export function checkProgress(progress) {
  if (progress !== undefined && typeof progress !== 'function') throw new TypeError(`progress is a function, not ${told(progress)}`);
}

async function each(name, module, puzzles, { signal, progress, workers = globalThis.navigator?.hardwareConcurrency ?? 1 } = {}) {
  const [count, text] = given(puzzles);
  if (!Number.isInteger(workers) || workers < 1) throw new RequestError(`workers is a number from 1 on, not ${told(workers)}`);
  checkProgress(progress);
  const [rows, errors] = [Array(count).fill(null), []];
  let [next, done] = [0, 0];
  const wrong = (index, error) => errors.push({ index, error });
  // The next calls with their places; what is no text is told at once.
  const piece = () => {
    const places = [];
    const calls = [];
    for (; next < count && calls.length < PIECE; next++) {
      try {
        calls.push([name, text(next)]);
        places.push(next);
      } catch (error) {
        wrong(next, error);
        done++;
      }
    }
    return [places, calls];
  };
  const worked = async (worker) => {
    for (;;) {
      const [places, calls] = piece();
      if (!calls.length) return;
      const answers = await worker.ask(calls);
      answers.forEach(({ ok, error }, at) => (error ? wrong(places[at], errorOf(error)) : (rows[places[at]] = ok)));
      done += answers.length;
      progress?.(done, count);
    }
  };
  await unlessAborted(signal, async (crew) => {
    const compiled = await module();
    const one = async () => {
      const worker = await started(compiled);
      crew.push(worker);
      await worked(worker);
    };
    await Promise.all(Array.from({ length: Math.min(workers, Math.ceil(count / PIECE)) }, one));
  });
  errors.sort((one, other) => one.index - other.index);
  return { rows, errors };
}

const ofCore = async () => core;
export const solveAll = (puzzles, options) => each('solve', ofCore, puzzles, options);
export async function canonAll(puzzles, options) {
  const { rows, errors } = await each('canon', ofCore, puzzles, options);
  for (const row of rows) if (row) delete row.line;
  return { rows, errors };
}
export async function rateAll(puzzles, { metric = 'hsolve', ...options } = {}) {
  const isOfCore = oneOf('metric', metric, METRICS) === 'hsolve';
  return isOfCore ? each('rate', ofCore, puzzles, options) : each(`rate-${metric}`, all, puzzles, options);
}
