/** A text of 81 characters: the digits of the clues, and `.` or `0` for an open cell. Spaces and line ends are left out. */
export type PuzzleText = string;

export type Level = 'beginner' | 'easy' | 'medium' | 'hard' | 'fiendish' | 'expert' | 'beyond';
export type ClueSymmetry = 'none' | 'rot180' | 'rot90' | 'top-bottom' | 'left-right' | 'diagonal' | 'anti-diagonal';

export interface Solved {
  puzzle: string;
  /** The first solution; null if there is none. */
  solution: string | null;
  /** How many there are, up to 2. */
  solutions: number;
}
export interface Rating {
  puzzle: string;
  /** The tier of the hardest technique that is needed, 0 to 6. */
  tier: number;
  /** Cells that the easiest techniques of the tier do not fill: see the manual of seeddb. */
  reserved: number;
  /** The score m(B), in steps of a solver; null at tier 6. */
  score: number | null;
  /** Its standard error. */
  standard_error: number | null;
  level: Level;
}
/** Ratings of Sudoku Explainer. */
export interface ExplainerRating {
  puzzle: string;
  er: number;
  /** The rating of its canonical form. */
  er_canon: number;
  ep: number;
  ed: number;
  hardest: string;
}
/** By the techniques that people name. */
export interface CommonRating {
  puzzle: string;
  /** The costs of all steps; null if they do not solve it, like the next. */
  common: number | null;
  common_hardest: string | null;
  /** Each technique with how often it is used: `Skyscraper 1`. */
  common_used: string[];
}
export interface Canon {
  puzzle: string;
  /** The smallest grid that is equivalent, 0 for an open cell. */
  canonical: string;
  /** 32 hexadecimal digits; null without exactly one solution. */
  key: string | null;
  id: string | null;
}
export interface Details {
  puzzle: string;
  solution: string | null;
  /** Up to 2. */
  solutions: number;
  clues: number;
  /** Null without exactly one solution, like the next two. */
  minimal: boolean | null;
  automorphisms: number | null;
  grid_automorphisms: number | null;
  /** The symmetries of the clues, with commas. */
  symmetry: string;
}
/** What steps of all ladders have: keys of `seeddb explain --format json`. */
export interface AnyStep {
  puzzle: string;
  /** From 1. */
  number: number;
  technique: string;
  /** Of the pattern: such as `r1c1`, 8. */
  cells: string[];
  digits: number[];
  /** What it does: `r5c2=7` fills a cell, `r3c5<>28` removes candidates. */
  effect: string[];
  /** Cells that are open before it. */
  open: number;
  /** The grid before it. */
  position: string;
  /** The step in words. */
  step: string;
}
export interface ExplainedStep extends AnyStep {
  /** Of the pattern: such as `box 2`. */
  houses: string[];
  /** How an assumption comes to its end. */
  chain: string[];
}
export interface Step extends ExplainedStep {
  tier: number;
  /** Why a single is one. */
  reason: string | null;
}
/** A step by the techniques of Sudoku Explainer. */
export interface ExplainerStep extends ExplainedStep {
  rating: number;
}
/** A step by the techniques that people name. */
export interface CommonStep extends AnyStep {
  /** What it adds to the score. */
  cost: number;
}
export type Hint<Row = Step> =
  | ({ kind: 'step' } & Row)
  | { kind: 'wrong-digit'; cell: string; digit: number }
  | { kind: 'wrong-removal'; cell: string; digit: number }
  | { kind: 'solved' }
  | { kind: 'stuck'; open: number };

/** @throws {InvalidPuzzle} */
export function solve(puzzle: PuzzleText): Solved;
/** How hard it is: the numbers of `seeddb rate`. @throws {InvalidPuzzle} {@link NoSolution} and {@link NotUnique} are such errors. */
export function rate(puzzle: PuzzleText, options?: { metric?: 'hsolve' }): Rating;
/** The numbers of `seeddb rate --metric se`. Loads the second file the first time. Hard puzzles take seconds: `rateAll` does them in a worker. */
export function rate(puzzle: PuzzleText, options: { metric: 'se' }): Promise<ExplainerRating>;
export function rate(puzzle: PuzzleText, options: { metric: 'common' }): Promise<CommonRating>;
/** Its canonical form, key and id. @throws {InvalidPuzzle} */
export function canon(puzzle: PuzzleText): Canon;
/** The steps to its solution. @throws {InvalidPuzzle} */
export function explain(puzzle: PuzzleText, options?: { ladder?: 'hsolve' }): Step[];
export function explain(puzzle: PuzzleText, options: { ladder: 'se' }): Promise<ExplainerStep[]>;
export function explain(puzzle: PuzzleText, options: { ladder: 'common' }): Promise<CommonStep[]>;
/** The next step for a player who has filled in digits, as `"r5c2=7"`, and removed candidates, as `"r3c4<>28"`. */
export function hint(puzzle: PuzzleText, played?: { filled?: string[]; removed?: string[]; ladder?: 'hsolve' }): Hint;
export function hint(puzzle: PuzzleText, played: { filled?: string[]; removed?: string[]; ladder: 'common' }): Promise<Hint<CommonStep>>;
/** The same puzzle turned round and relabelled; equal numbers give equal puzzles. */
export function shuffle(puzzle: PuzzleText, options?: { rngSeed?: number; symmetry?: ClueSymmetry }): string;
/** Whether it is minimal, its automorphisms and the symmetries of its clues. @throws {InvalidPuzzle} */
export function symmetries(puzzle: PuzzleText): Details;
/** Whether it has one solution, and removing any clue gives a second one. @throws {InvalidPuzzle} */
export function isMinimal(puzzle: PuzzleText): boolean;
/** Whether it has exactly one solution. @throws {InvalidPuzzle} */
export function isUnique(puzzle: PuzzleText): boolean;

/** Texts, or the cells of all puzzles, 81 each, 0 for an open one. */
export type Puzzles = Iterable<PuzzleText> | Uint8Array;
export interface ManyOptions {
  /** Ends the work; the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
  progress?: (done: number, total: number) => void;
  /** As many as there are processors. */
  workers?: number;
}
export interface Many<Row> {
  /** In the order of the puzzles; null for one that is no puzzle. */
  rows: (Row | null)[];
  /** What is wrong with those. */
  errors: { index: number; error: Error }[];
}
export function solveAll(puzzles: Puzzles, options?: ManyOptions): Promise<Many<Solved>>;
export function canonAll(puzzles: Puzzles, options?: ManyOptions): Promise<Many<Canon>>;
export function rateAll(puzzles: Puzzles, options?: ManyOptions & { metric?: 'hsolve' }): Promise<Many<Rating>>;
export function rateAll(puzzles: Puzzles, options: ManyOptions & { metric: 'se' }): Promise<Many<ExplainerRating>>;
export function rateAll(puzzles: Puzzles, options: ManyOptions & { metric: 'common' }): Promise<Many<CommonRating>>;

/** Both ends are included; null is no bound. */
export type Range = number | [number | null, number | null] | string;
/** What a puzzle is to be like: all of it together. The keys are those of `seeddb draw`. */
export interface Wish {
  level?: Level;
  symmetry?: ClueSymmetry;
  clues?: Range;
  /** Techniques of the tiers: without any one of them the puzzle is not solved, and the hardest step is of one of them. */
  technique?: string | string[];
  /** Whether other steps may be harder. */
  andHarder?: boolean;
  /** Techniques that are not needed. */
  without?: string | string[];
  tier?: Range;
  score?: Range;
  /** The percentile of the score among all minimal puzzles. */
  percentile?: Range;
  /** The nearest to this score first; to these minutes if they are bounded. */
  aim?: number;
  /** Minutes that people take, an estimate: no puzzle without one then. */
  minutes?: Range;
  /** Whose minutes: the numbers of a scale with commas, as `seeddb levels calibrate --times` finds them. */
  scale?: string;
  /** What puzzles are labelled: `spike`, `tedious`, `bottleneck`, `steady`. */
  label?: string | string[];
  notLabel?: string | string[];
  /** Whether no clue can go. */
  minimal?: boolean;
  hardestAt?: Range;
  minGivensABox?: number;
  digitsAllPresent?: boolean;
}
export interface Drawn {
  puzzle: string;
  solution: string;
  id: string;
  key: string;
  level: Level | null;
  tier: number;
  score: number | null;
  clues: number;
}
export interface PackOptions {
  /** The text of a pack, or its bytes; without it the pack of this package. */
  seeds?: string | ArrayBuffer | ArrayBufferView;
  /**
   * Where what was drawn is remembered: a file (Node and Deno), a name in IndexedDB (browsers: `"seeddb"` if nothing is said), or nowhere
   * but in this pack.
   */
  memory?: { file: string } | { name: string } | false;
}
/**
 * Endless puzzles from some thousand seeds, none of which repeats on this device as long as it remembers. **It is no ledger**: another
 * device, another memory, or one that was erased can get the same puzzle. Where no puzzle may ever come twice, draw from a database.
 */
export class Pack {
  private constructor();
  /** @throws {RequestError} {@link MemoryError} */
  static open(options?: PackOptions): Promise<Pack>;
  /** How many seeds it has. */
  readonly seeds: number;
  /**
   * A puzzle that was not drawn before. It is remembered when the promise is fulfilled.
   * @throws {Unmet} what the seeds cannot give, or not any more; {@link RequestError}, {@link MemoryError}, {@link Closed}
   */
  draw(wish?: Wish): Promise<Drawn>;
  /** So many puzzles, made in a worker. An error has those drawn so far as `rows`; an aborted call's puzzles are not drawn again. */
  drawAll(count: number, wish?: Wish, options?: { signal?: AbortSignal; progress?: (done: number, total: number) => void }): Promise<Drawn[]>;
  close(): Promise<void>;
}

/** An error of seeddb; `kind` is its stable name. What is no text where one is wanted is a TypeError. */
export class SeeddbError extends Error {
  readonly kind: string;
}
/** A text that is no grid. */
export class InvalidPuzzle extends SeeddbError {}
/** A grid without a solution. */
export class NoSolution extends InvalidPuzzle {
  solutions: string[];
}
/** A grid with several solutions, two of which are in `solutions`. */
export class NotUnique extends InvalidPuzzle {
  solutions: string[];
}
/** Arguments that cannot be meant. */
export class RequestError extends SeeddbError {}
/** A draw that the seeds of a pack cannot meet, or not any more. */
export class Unmet extends SeeddbError {
  rows?: Drawn[];
}
/** A pack that was closed. */
export class Closed extends SeeddbError {
  rows?: Drawn[];
}
/** What a pack drew cannot be remembered, or what is remembered cannot be read. */
export class MemoryError extends SeeddbError {}
