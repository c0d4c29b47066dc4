// The puzzle on paper: one, two or four boards, and the solution upside down.
import { CELLS } from './cells.js';
import { el } from './say.js';

const table = (digits) =>
  el('table', { 'aria-hidden': true }, ...CELLS.slice(0, 9).map((r) =>
    el('tr', {}, ...[...digits.slice(9 * r, 9 * r + 9)].map((d) => el('td', {}, d > 0 ? d : '')))));

// Puts boards on the sheet: each of `puzzles` with its caption; and whose they are.
export function sheet(puzzles, captionOf, solutions, credit) {
  const one = (puzzle) => el('figure', {}, el('figcaption', {}, captionOf(puzzle)), table(puzzle.givens));
  const answers = solutions ? puzzles.filter((p) => p.solution).map((p) => el('div', { className: 'answer' }, table(p.solution))) : [];
  return [el('div', { className: `boards n${puzzles.length}` }, ...puzzles.map(one)), el('p', { dir: 'auto' }, credit), el('footer', {}, ...answers)];
}
