// The numbers of the program, and bad input, each with its error.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { EASY, PACKAGE, ROOT, SEEDDB, native, puzzlesOf, seeddb } from './home.js';

const { canon, canonAll, explain, hint, isMinimal, isUnique, rate, rateAll, shuffle, solve, solveAll, symmetries } = seeddb;
const COUNT = +(process.env.SEEDDB_PUZZLES ?? 2000);
const told = (rows) => rows.rows ?? rows;

test('the core has at most 130 kB gzipped', (t) => {
  const core = readFileSync(join(ROOT, 'target/wasm/core.wasm'));
  const [size, shipped] = [gzipSync(core, { level: 9 }).length, gzipSync(readFileSync(join(PACKAGE, 'core.wasm.js')), { level: 9 }).length];
  t.diagnostic(`core ${size} bytes gzipped, ${shipped} as it is shipped`);
  assert.ok(size <= 130_000 && shipped <= 132_000, `${size} and ${shipped}`);
});

test('the numbers of the samples are those on record', async () => {
  const recorded = JSON.parse(readFileSync(join(import.meta.dirname, 'recorded.json'), 'utf8'));
  for (const { rating, se, canonical, details } of recorded) {
    assert.deepEqual(rate(rating.puzzle), rating);
    assert.deepEqual(await rate(rating.puzzle, { metric: 'se' }), se);
    assert.deepEqual(canon(rating.puzzle), canonical);
    assert.deepEqual(symmetries(rating.puzzle), details);
  }
});

test('the numbers of 2,000 puzzles are those of the program', { skip: !SEEDDB && 'there is no program' }, async (t) => {
  const puzzles = puzzlesOf(COUNT);
  const tiers = new Set();
  const rated = native(['rate'], puzzles);
  told(await rateAll(puzzles)).forEach((row, at) => (tiers.add(row.tier), assert.deepEqual(row, rated[at])));
  assert.equal(tiers.size, 7);
  assert.deepEqual(told(await solveAll(puzzles)), native(['solve'], puzzles));
  assert.deepEqual(told(await canonAll(puzzles)), native(['canon'], puzzles).map(({ line, ...row }) => row));
  const few = puzzles.filter((_, at) => at % 10 === 0);
  const of = few.map(symmetries);
  const keys = Object.keys(of[0]);
  const checked = native(['check', '--quick'], few);
  assert.deepEqual(of, checked.map((row) => Object.fromEntries(keys.map((key) => [key, row[key]]))));
  assert.deepEqual(few.flatMap((puzzle) => explain(puzzle)), native(['explain'], few).map(({ ...row }) => row));
  t.diagnostic(`${puzzles.length} puzzles of ${tiers.size} tiers`);
});

test('Sudoku Explainer ratings are those of the program', { skip: !SEEDDB && 'there is no program' }, async () => {
  const puzzles = puzzlesOf(COUNT);
  assert.deepEqual((await rateAll(puzzles, { metric: 'se' })).rows, native(['rate', '--metric', 'se', '--canon'], puzzles));
});

test('the techniques people name are those of the program', { skip: !SEEDDB && 'there is no program' }, async () => {
  const puzzles = puzzlesOf(COUNT).filter((_, at) => at % 10 === 0);
  const rated = (await rateAll(puzzles, { metric: 'common' })).rows;
  assert.deepEqual(rated, native(['rate', '--metric', 'common'], puzzles));
  const steps = await Promise.all(puzzles.map((puzzle) => explain(puzzle, { ladder: 'common' })));
  assert.deepEqual(steps.flat(), native(['explain', '--ladder', 'common'], puzzles));
  const solved = rated.filter(({ common }, at) => common !== null && common === steps[at].reduce((sum, { cost }) => sum + cost, 0));
  assert.equal(solved.length, rated.filter(({ common }) => common !== null).length);
});

test('what is right is done', async () => {
  assert.equal(isUnique(EASY), true);
  assert.equal(isUnique('.'.repeat(81)), false);
  assert.equal(isMinimal(EASY), false);
  assert.equal(shuffle(EASY, { rngSeed: 7 }), shuffle(EASY, { rngSeed: 7 }));
  assert.equal(canon(shuffle(EASY, { symmetry: 'rot180' })).key, canon(EASY).key);
  assert.equal(solve(EASY.match(/.{9}/g).join('\n')).solutions, 1);
  assert.equal((await explain(EASY, { ladder: 'se' })).length > 0, true);
  assert.equal(hint(EASY, { filled: ['r1c3=1'] }).kind, 'wrong-digit');
  const [first, second] = await explain(EASY, { ladder: 'common' });
  assert.deepEqual(await hint(EASY, { filled: first.effect, ladder: 'common' }), { kind: 'step', ...second, number: 1 });
});

const NO = 'NoSolution InvalidPuzzle SeeddbError Error';
for (const [name, call, kind, words] of [
  ['a text that is too short', () => solve('..4'), 'InvalidPuzzle', /3 cells, a grid has 81/],
  ['letters', () => rate('q'.repeat(81)), 'InvalidPuzzle', /neither a digit/],
  ['two solutions', () => rate('.'.repeat(81)), 'NotUnique', /more than one solution/],
  ['no solution', () => rate(`55${'.'.repeat(79)}`), 'NoSolution', /5 stands twice in row 1/],
  ['a clash', () => solve(`55${'.'.repeat(79)}`), 'InvalidPuzzle', /twice/],
  ['NaN', () => rate(NaN), 'TypeError', /not the number NaN/],
  ['nothing', () => solve(), 'TypeError', /not undefined/],
  ['an array', () => canon([EASY]), 'TypeError', /not an array/],
  ['a metric that there is not', () => rate(EASY, { metric: 'hodoku' }), 'RequestError', /there are hsolve, se, common/],
  ['a ladder that there is not', () => explain(EASY, { ladder: 'x' }), 'RequestError', /there are hsolve, se, common/],
  ['an RNG seed that is none', () => shuffle(EASY, { rngSeed: NaN }), 'RequestError', /whole number/],
  ['a symmetry that there is not', () => shuffle(EASY, { symmetry: 'rot45' }), 'RequestError', /rot45/],
  ['a symmetry that the clues have not', () => shuffle(EASY, { symmetry: 'rot90' }), 'RequestError', /do not have the symmetry rot90/],
  ['no effect', () => hint(EASY, { filled: ['5'] }), 'RequestError', /r5c2=7/],
  ['an effect that is no text', () => hint(EASY, { filled: [5] }), 'RequestError', /the number 5/],
  ['ratings of no puzzle', () => rate('..4', { metric: 'se' }), 'InvalidPuzzle', /3 cells/],
]) {
  test(`${name} is refused as ${kind}`, async () => {
    await assert.rejects(async () => call(), (error) => {
      assert.equal(error.name, kind);
      assert.match(error.message, words);
      return true;
    });
  });
}
test('errors have their kinds', () => {
  const kinds = [];
  try {
    rate(`55${'.'.repeat(79)}`);
  } catch (error) {
    for (let own = error.constructor; own.name; own = Object.getPrototypeOf(own)) kinds.push(own.name);
  }
  assert.equal(kinds.join(' '), NO);
});
