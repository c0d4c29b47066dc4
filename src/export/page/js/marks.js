// Entering and erasing, in one cell or many.
import { CELLS, PEERS, bit } from './cells.js';
import { CENTRE, COLOUR, CORNER, VALUE, change, isGiven, possible } from './state.js';

// The marks that digits in these cells take from their houses.
export const cleaned = (s, cells, d) =>
  cells.flatMap((c) => PEERS[c]).flatMap((p) => [CORNER + p, CENTRE + p].map((i) => [i, s.board[i] & ~bit(d)]));

// Puts a digit, mark or colour into cells; takes it away if all of them have it.
export function enter(s, cells, part, d, clean) {
  const free = cells.filter((c) => part === COLOUR || (!isGiven(s, c) && (part === VALUE || !s.board[c])));
  if (!free.length) return false;
  if (part === VALUE) {
    const n = free.every((c) => s.board[c] === d) ? 0 : d;
    return change(s, [...(n && clean ? cleaned(s, free, d) : []), ...free.map((c) => [c, n])]);
  }
  const have = free.every((c) => s.board[part + c] & bit(d));
  return change(s, free.map((c) => [part + c, have ? s.board[part + c] & ~bit(d) : s.board[part + c] | bit(d)]));
}

// Erases digits; if there are none the marks of the mode, then centre marks, corner marks, colours.
export function erase(s, cells, part) {
  const first = part === COLOUR ? [COLOUR] : [VALUE, part];
  return [...first, CENTRE, CORNER, COLOUR].some((p) =>
    change(s, cells.filter((c) => p === COLOUR || !isGiven(s, c)).map((c) => [p + c, 0])));
}

// Writes what is possible into the open cells that have no centre marks.
export const fill = (s) =>
  change(s, CELLS.filter((c) => !s.board[c] && !s.board[CENTRE + c]).map((c) => [CENTRE + c, possible(s, c)]));
