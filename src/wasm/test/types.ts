// All that the package declares, used as its types say; what they must refuse is marked. Only
// compiled (tools/wasm.sh): it is not run.
import * as seeddb from 'seeddb';
import { canon, canonAll, explain, hint, isMinimal, isUnique, Pack, rate, rateAll, shuffle, solve, solveAll, symmetries } from 'seeddb';
import type { CommonRating, CommonStep, Drawn, ExplainerRating, ExplainerStep, Hint, Level, Many, Rating, Step, Wish } from 'seeddb';
import { SudokuBoard } from 'seeddb/board';

const puzzle: string = shuffle('.'.repeat(81), { rngSeed: 7, symmetry: 'rot180' });
const solution: string | null = solve(puzzle).solution;
const rated: Rating = rate(puzzle);
const level: Level = rated.level;
const explained: Promise<ExplainerRating> = rate(puzzle, { metric: 'se' });
const steps: Step[] = explain(puzzle);
const others: Promise<ExplainerStep[]> = explain(puzzle, { ladder: 'se' });
const common: Promise<CommonStep[]> = explain(puzzle, { ladder: 'common' });
const score: Promise<CommonRating> = rate(puzzle, { metric: 'common' });
const next: Promise<Hint<CommonStep>> = hint(puzzle, { ladder: 'common' });
const words: string[] = steps.flatMap(({ step, effect, houses, tier, reason }) => [step, ...effect, ...houses, String(tier), reason ?? '']);
const told: Hint = hint(puzzle, { filled: ['r1c3=1'], removed: ['r3c4<>28'] });
const cell: string = told.kind === 'step' ? told.step : told.kind === 'stuck' ? String(told.open) : told.kind === 'solved' ? '' : told.cell;
const id: string | null = canon(puzzle).id;
const count: number = symmetries(puzzle).clues;
const answers: boolean[] = [isMinimal(puzzle), isUnique(puzzle)];

export async function many(): Promise<void> {
  const signal = AbortSignal.timeout(1000);
  const all: Many<Rating> = await rateAll([puzzle], { signal, progress: (done, total) => done < total, workers: 2 });
  const er: number | undefined = (await rateAll(new Uint8Array(81), { metric: 'se' })).rows[0]?.er;
  const [solved, keys] = [(await solveAll([puzzle])).rows[0]?.solutions, (await canonAll(new Set([puzzle]))).rows[0]?.key];
  const reasons: string[] = all.errors.map(({ index, error }) => `${index}: ${error.message}`);
  console.log(er, solved, keys, reasons);
}

export async function draws(): Promise<Drawn[]> {
  const pack: Pack = await Pack.open({ seeds: new Uint8Array(9), memory: { file: 'drawn.txt' } });
  await Pack.open({ memory: { name: 'drawn' } }).then((other) => other.close());
  const wish: Wish = { level, symmetry: 'diagonal', clues: [22, null], technique: ['x-wing'], andHarder: true, tier: 5, score: '2000..', minimal: true };
  try {
    return [await pack.draw(wish), ...(await pack.drawAll(pack.seeds, {}, { progress: () => {} }))];
  } catch (error) {
    if (error instanceof seeddb.Unmet || error instanceof seeddb.Closed) return error.rows ?? [];
    if (error instanceof seeddb.NotUnique) console.log(error.solutions.length, error.kind);
    const kinds: (typeof seeddb.SeeddbError)[] = [seeddb.InvalidPuzzle, seeddb.NoSolution, seeddb.RequestError, seeddb.MemoryError];
    throw kinds.some((kind) => error instanceof kind) ? error : new Error();
  }
}

const board: SudokuBoard = document.createElement('sudoku-board');
[board.puzzle, board.prize, board.noPanel, board.fill] = [puzzle, true, false, board.near];
board.state = board.state;
board.run('hint');

// @ts-expect-error a puzzle is a text
solve([puzzle]);
// @ts-expect-error there are hsolve, se, common
rate(puzzle, { metric: 'hodoku' });
// @ts-expect-error a rating of Sudoku Explainer is a promise
rate(puzzle, { metric: 'se' }).er;
// @ts-expect-error no such level
((): Wish => ({ level: 'hrad' }))();
// @ts-expect-error a step has words under `step`
steps[0]?.text;
// @ts-expect-error packs are opened
new Pack();
// @ts-expect-error it is read-only
board.value = puzzle;
console.log(solution, explained, others, words, cell, id, count, answers);
