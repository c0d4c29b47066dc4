// What stands on the board, and every change of it. Four parts of 81 numbers: digits, corner marks,
// centre marks, colours.
import { CELLS, PEERS, bit } from './cells.js';

export const VALUE = 0;
export const CORNER = 81;
export const CENTRE = 162;
export const COLOUR = 243;

// `log` has every change; the first `done` of them hold.
export const begin = (givens) => ({
  givens,
  board: [...givens].map(Number).concat(Array(243).fill(0)),
  log: [],
  done: 0,
});
export const isGiven = (s, c) => s.givens[c] !== '0';

// Sets numbers of the board, as one change that can be undone. Says whether anything changed.
export function change(s, edits) {
  const step = [...new Map(edits)].filter(([i, n]) => s.board[i] !== n).map(([i, n]) => [i, s.board[i], n]);
  if (!step.length) return false;
  s.log.length = s.done;
  s.log.push(step);
  return redo(s);
}
export function undo(s) {
  if (!s.done) return false;
  for (const [i, before] of s.log[--s.done]) s.board[i] = before;
  return true;
}
export function redo(s) {
  if (s.done === s.log.length) return false;
  for (const [i, , after] of s.log[s.done++]) s.board[i] = after;
  return true;
}

// A board with a log that was kept. Throws if that is not a log of this puzzle.
export function restore(givens, log, done) {
  const s = begin(givens);
  for (const step of log) {
    for (const [i, before, after] of step) {
      const most = i < CORNER ? 9 : 1022;
      const fits = Number.isInteger(after) && after >= 0 && after <= most && !(i < CORNER && isGiven(s, i));
      if (s.board[i] !== before || !fits) throw Error('log');
      s.board[i] = after;
    }
    s.log.push(step);
    s.done++;
  }
  if (!(done >= 0 && done <= s.done)) throw Error('log');
  while (s.done > done) undo(s);
  return s;
}

// The digits that the digits around leave to a cell.
export const possible = (s, c) => PEERS[c].reduce((bits, p) => bits & ~bit(s.board[p]), 1022);
// What the player thinks possible: centre marks if there are any.
export const candidates = (s, c) => s.board[CENTRE + c] || possible(s, c);
export const isFull = (s) => CELLS.every((c) => s.board[c]);
