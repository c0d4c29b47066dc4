/** What the player's keys and buttons do. */
export type Action =
  | 'move' | 'all' | 'invert' | 'none' | 'mode' | 'turn' | 'press' | 'put' | 'erase' | 'undo' | 'redo'
  | 'several' | 'restart' | 'mend' | 'fill' | 'check' | 'hint' | 'reveal';

/**
 * `<sudoku-board puzzle="...">`: a board to play, with marks, undo, checks and hints. Once it is solved it stays so until `restart`.
 *
 * Events: `change` and `solved` (detail: `{ value }`), `wrong` (detail: `{ error }`: the text is no puzzle). Parts: `board`, `cell`
 * (with `given`, `selected`, `conflict`, `wrong`, ...), `panel`, `button`, `status`.
 */
export class SudokuBoard extends HTMLElement {
  /** The clues, 81 signs. */
  puzzle: string;
  /** What stands on the board, 81 signs, 0 for an open cell. */
  readonly value: string;
  readonly solved: boolean;
  /** What can be kept and set again. */
  state: { log: [number, number, number][][]; done: number };
  /** Without solution: no checks, no hints. */
  prize: boolean;
  /** Without the buttons. */
  noPanel: boolean;
  /** Marks conflicts. The attributes of these are `on` or `off`. */
  conflicts: boolean;
  /** Marks equal digits. */
  same: boolean;
  /** Marks row, column and box. */
  near: boolean;
  /** Cleans marks around a digit that is entered. */
  clean: boolean;
  /** Writes the candidates in. */
  fill: boolean;
  /** Digit first, then cells. */
  first: boolean;
  run(action: Action, argument?: unknown, keep?: boolean): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'sudoku-board': SudokuBoard;
  }
}
