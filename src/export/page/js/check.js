// What is wrong on the board.
import { CELLS, PEERS, bit } from './cells.js';
import { CENTRE, isFull, undo } from './state.js';

// Digits that a house has twice: to be seen without knowing the solution.
export const conflicts = (s) => CELLS.filter((c) => s.board[c] && PEERS[c].some((p) => s.board[p] === s.board[c]));
export const isSolved = (s) => isFull(s) && !conflicts(s).length;
// Digits that are not those of the solution, and cells whose centre marks lack it.
export const wrong = (s, solution) => CELLS.filter((c) => s.board[c] && s.board[c] !== +solution[c]);
export const lost = (s, solution) =>
  CELLS.filter((c) => !s.board[c] && s.board[CENTRE + c] && !(s.board[CENTRE + c] & bit(solution[c])));
export const mistakes = (s, solution) => [...wrong(s, solution), ...lost(s, solution)];

// Undoes to before the first mistake that still stands.
export function mend(s, solution) {
  const before = s.done;
  while (mistakes(s, solution).length && undo(s));
  return s.done < before;
}
