// Many puzzles in workers: order, reasons, progress, an end before the end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EASY, puzzlesOf, seeddb } from './home.js';

const { rate, rateAll, solveAll } = seeddb;
const named = (name, words) => (error) => error.name === name && (words ?? /./).test(error.message);

test('rows keep their order, and bad rows have their reasons', async () => {
  const puzzles = puzzlesOf(300);
  puzzles[5] = '..4';
  puzzles[70] = NaN;
  puzzles[299] = '.'.repeat(81);
  const seen = [];
  const { rows, errors } = await rateAll(puzzles, { workers: 2, progress: (done, total) => seen.push([done, total]) });
  assert.deepEqual(errors.map(({ index, error }) => [index, error.name]), [[5, 'InvalidPuzzle'], [70, 'TypeError'], [299, 'NotUnique']]);
  rows.forEach((row, at) => ([5, 70, 299].includes(at) ? assert.equal(row, null) : assert.deepEqual(row, rate(puzzles[at]))));
  assert.deepEqual(seen.at(-1), [300, 300]);
});

test('cells are taken, too', async () => {
  const cells = Uint8Array.from(EASY.repeat(3).replaceAll('.', '0'), Number);
  cells[81 + 3] = 10;
  const { rows, errors } = await solveAll(cells);
  assert.equal(rows[2].solution, rows[0].solution);
  assert.match(errors[0].error.message, /10 is no digit/);
  assert.deepEqual((await solveAll([])).rows, []);
});

test('a million rows end by a signal', async () => {
  const end = new AbortController();
  const puzzles = Array(1_000_000).fill(EASY);
  const work = rateAll(puzzles, { signal: end.signal, progress: () => end.abort() });
  await assert.rejects(work, named('AbortError'));
  await assert.rejects(rateAll([EASY], { signal: AbortSignal.abort(new Error('mine')) }), /mine/);
});

for (const [name, call, kind, words] of [
  ['one puzzle', () => rateAll(EASY), 'TypeError', /one puzzle/],
  ['a number', () => rateAll(7), 'TypeError', /not the number 7/],
  ['floats', () => solveAll(new Float64Array(81)), 'TypeError', /Uint8Array/],
  ['cells of no puzzle', () => solveAll(new Uint8Array(80)), 'RequestError', /80 cells/],
  ['a detached buffer', () => {
    const cells = new Uint8Array(81);
    structuredClone(cells.buffer, { transfer: [cells.buffer] });
    return solveAll(cells);
  }, 'TypeError', /detached/],
  ['no workers', () => rateAll([EASY], { workers: 0 }), 'RequestError', /from 1 on/],
  ['a progress that is none', () => rateAll([EASY], { progress: true }), 'TypeError', /a function/],
]) test(`${name}: ${kind}`, () => assert.rejects(async () => call(), named(kind, words)));

test('what progress throws ends the work', () => assert.rejects(rateAll(Array(200).fill(EASY), { progress: () => { throw new Error('own'); } }), /own/));
