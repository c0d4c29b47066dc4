// The board as a grid of cells that can be read aloud.
import { CELLS, box, column, digitsOf, row } from './cells.js';
import { isGiven } from './state.js';
import { PARTS, alike, marksOf, one, point, removed } from './play.js';
import { el } from './say.js';

// Digit, corner marks, centre marks and colours of a cell.
const partsOf = ({ s }, c) => [s.board[c], s.board[81 + c], s.board[162 + c], s.board[243 + c]];

// What a cell is called: where, what stands there, what is marked.
export function labelOf(t, g, c, marks = marksOf(g)) {
  const [value, ...sets] = partsOf(g, c);
  const told = [
    value || t('empty'),
    isGiven(g.s, c) && t('given'),
    ...sets.map((bits, i) => bits && (i > 1 || !value) && `${t(PARTS[i + 1])} ${digitsOf(bits).join(' ')}`),
    marks.conflict.includes(c) && t('conflict'),
    marks.wrong.includes(c) && t('false'),
  ];
  return t('cell', { r: row(c) + 1, c: column(c) + 1, what: told.filter(Boolean).join(', ') });
}

// Marks are drawn by the style and no text: the label of a cell says them in words.
const mark = (className, digits, style = '', inside = []) => el('i', { className, style, 'data-d': digits.join('') }, ...inside);
// Where the corner marks stand, in rows and columns of thirds.
const PLACES = ['1/1', '1/3', '3/1', '3/3', '1/2', '3/2', '2/1', '2/3', '2/2'];
// What stands in a cell; of its marks the digits `out` are struck out, each of which is an element then.
function content([value, corner, centre, colour], out) {
  const one = (d, name = '', style) => mark(out.includes(d) ? `${name} out` : name, [d], style);
  const [within, what] = [digitsOf(centre), []];
  if (colour) what.push(mark('tint', digitsOf(colour)));
  if (value) return [...what, el('b', {}, value)];
  what.push(...digitsOf(corner).map((d, i) => one(d, 'corner', `grid-area:${PLACES[i]}`)));
  if (centre) what.push(mark(within.length > 4 ? 'centre many' : 'centre', within, '', out.length ? within.map((d) => one(d)) : []));
  return what;
}

// Colours 1 to 9: eight around the circle, and grey.
export const colourOf = (d) => `oklch(var(--tint)${d < 9 ? ' .07 ' : ' 0 '}${45 * d - 20})`;
// Stripes of all colours of a cell.
const tint = (bits) => {
  const parts = digitsOf(bits);
  const stripe = (d, i) => `${colourOf(d)} ${(100 * i) / parts.length}% ${(100 * (i + 1)) / parts.length}%`;
  return bits ? `linear-gradient(115deg,${parts.map(stripe)})` : '';
};

// Makes the board; the function that is returned draws a game on it. `act` does something with the game, then all is drawn.
export function makeBoard(t, act) {
  const cells = CELLS.map((c) => el('div', { role: 'gridcell', tabIndex: -1, id: `c${c}` }));
  const rows = CELLS.slice(0, 9).map((r) => el('div', { role: 'row' }, ...cells.slice(9 * r, 9 * r + 9)));
  const board = el('div', { id: 'board', role: 'grid', 'aria-label': t('board'), 'aria-multiselectable': true }, ...rows);
  const at = (element) => cells.indexOf(element?.closest?.('[role=gridcell]'));
  let down = false;
  board.addEventListener('pointerdown', (e) => {
    const c = at(e.target);
    if (c < 0 || e.button) return;
    e.preventDefault();
    down = true;
    act((g) => point(g, c, e.shiftKey || e.ctrlKey || e.metaKey), c);
  });
  board.addEventListener('pointermove', (e) => {
    const c = down ? at(board.getRootNode().elementFromPoint(e.clientX, e.clientY)) : -1;
    if (c >= 0) act((g) => c !== g.at && point(g, c, false, true), c);
  });
  for (const name of ['pointerup', 'pointercancel']) addEventListener(name, () => (down = false));
  board.addEventListener('dblclick', (e) => at(e.target) >= 0 && act((g) => alike(g, at(e.target))));
  board.addEventListener('focusin', (e) => {
    const c = at(e.target);
    if (c >= 0 && !down) act((g) => c !== g.at && one(g, c));
  });

  const drawn = [];
  const draw = (g) => {
    const marks = marksOf(g);
    for (const c of CELLS) {
      const parts = partsOf(g, c);
      const is = Object.keys(marks).filter((name) => marks[name].includes(c));
      if (isGiven(g.s, c)) is.push('given');
      if (g.sel.has(c)) is.push('selected');
      if (box(c) & 1) is.push('even');
      if (parts[1] && !parts[0]) is.push('marked');
      const out = removed(g, c);
      const now = [parts, is, out, c === g.at].join('|');
      if (drawn[c] === now) continue;
      drawn[c] = now;
      const cell = cells[c];
      cell.className = is.join(' ');
      cell.style.backgroundImage = tint(parts[3]);
      cell.tabIndex = c === g.at ? 0 : -1;
      cell.setAttribute('aria-label', labelOf(t, g, c, marks));
      cell.setAttribute('aria-selected', g.sel.has(c));
      cell.replaceChildren(...content(parts, out));
    }
    board.classList.toggle('solved', g.solved);
  };
  const focusCell = (c) => {
    cells[c].focus({ preventScroll: true });
    cells[c].scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  return [board, draw, focusCell];
}
