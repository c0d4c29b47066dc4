// The solutions of a puzzle that came in the address or was typed: none, one, or the first two. A
// search may be long: it is done in slices.
import { CELLS, DIGITS, HOUSES, PEERS, bit, digitsOf } from './cells.js';

// Milliseconds of a slice, and how many of them a search has.
const SLICE = 30;
const SLICES = 330;

const isOne = (bits) => !(bits & (bits - 1));

// Leaves a cell those of its candidates that are in `bits`; the digit of a cell with one goes from
// its peers. False if a cell has none then.
function keep(board, c, bits) {
  const [was, now] = [board[c], board[c] & bits];
  board[c] = now;
  return now === was || (now > 0 && (!isOne(now) || PEERS[c].every((p) => keep(board, p, ~now))));
}

// Yields at each try: the digits of a cell, or the places of a digit in a house, whichever are
// fewest, as [cell, bit].
function* search(board, found) {
  yield;
  let best;
  const offer = (cells, digits) => {
    if (best?.length < 2 || cells.some((c) => digits.some((d) => board[c] === bit(d)))) return;
    const all = cells.flatMap((c) => digits.filter((d) => board[c] & bit(d)).map((d) => [c, bit(d)]));
    if (!(best?.length <= all.length)) best = all;
  };
  for (const house of HOUSES) for (const d of DIGITS) offer(house, [d]);
  for (const c of CELLS) offer([c], DIGITS);
  if (!best) found.push(board.map(digitsOf).join(''));
  for (const [c, bits] of best ?? []) {
    const next = [...board];
    if (keep(next, c, bits)) yield* search(next, found);
    if (found.length > 1) return;
  }
}

// Nothing if the search took too long, or `goesOn`, which is asked after each slice with its
// number, has ended it.
export async function solutions(givens, goesOn = () => true, slices = SLICES) {
  const [board, found] = [Array(81).fill(1022), []];
  if (![...givens].every((d, c) => d === '0' || keep(board, c, bit(d)))) return found;
  const tries = search(board, found);
  for (let n = 0; n < slices && (!n || goesOn(n)); n++) {
    for (const end = performance.now() + SLICE; performance.now() < end; ) if (tries.next().done) return found;
    await new Promise((go) => setTimeout(go));
  }
}
