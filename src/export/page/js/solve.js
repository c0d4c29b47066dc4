// The solutions of a puzzle that came in the address: none, one, or the first two.
import { PEERS, CELLS, digitsOf, bit } from './cells.js';

export function solutions(givens) {
  const board = [...givens].map(Number);
  const found = [];
  const left = (c) => digitsOf(PEERS[c].reduce((bits, p) => bits & ~bit(board[p]), 1022));
  if (CELLS.some((c) => board[c] && PEERS[c].some((p) => board[p] === board[c]))) return found;
  const search = () => {
    let best, at;
    for (const c of CELLS) {
      if (board[c]) continue;
      const digits = left(c);
      if (!best || digits.length < best.length) [best, at] = [digits, c];
      if (best.length < 2) break;
    }
    if (!best) found.push(board.join(''));
    for (const d of best ?? []) {
      board[at] = d;
      search();
      if (found.length > 1) return;
    }
    if (best) board[at] = 0;
  };
  search();
  return found;
}
