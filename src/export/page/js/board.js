// The board as a grid of cells that can be read aloud.
import { CELLS, bit, box, column, digitsOf, row } from './cells.js';
import { isGiven } from './state.js';
import { PARTS, alike, marked, marksOf, one, point } from './play.js';
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
// What stands in a cell; of its marks the digits `out` are struck out and `on` are ringed, each of
// which is an element then. With `apart`, each centre mark stands in the place of its digit, as in
// a box from 1 to 9, where no corner mark stands.
function content([value, corner, centre, colour], [out, on], apart) {
  const one = (d, name = '', style) => mark(name + (out.includes(d) ? ' out' : on.includes(d) ? ' on' : ''), [d], style);
  const [within, what] = [digitsOf(centre), []];
  if (colour) what.push(mark('tint', digitsOf(colour)));
  if (value) return [...what, el('b', {}, value)];
  if (apart && !corner) return [...what, ...within.map((d) => one(d, 'centre', `grid-area:${Math.ceil(d / 3)}/${((d - 1) % 3) + 1}`))];
  what.push(...digitsOf(corner).map((d, i) => one(d, 'corner', `grid-area:${PLACES[i]}`)));
  if (centre) what.push(mark(within.length > 4 ? 'centre many' : 'centre', within, '', out.length + on.length ? within.map((d) => one(d)) : []));
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

// Makes the board; the function that is returned draws a game on it. `act` does something with the
// game, then all is drawn.
export function makeBoard(t, act) {
  const cells = CELLS.map((c) => el('div', { role: 'gridcell', tabIndex: -1, id: `c${c}` }));
  const rows = CELLS.slice(0, 9).map((r) => el('div', { role: 'row' }, ...cells.slice(9 * r, 9 * r + 9)));
  const board = el('div', { id: 'board', role: 'grid', label: t('board'), 'aria-multiselectable': true }, ...rows);
  const at = (element) => cells.indexOf(element?.closest?.('[role=gridcell]'));
  // Where a pointer that is down was last, and what ends the wait for a long press.
  let [down, wait] = [null, 0];
  // The cell that keys are for, as it was drawn last.
  let focused = -1;
  // The cells on a straight way to a place: a pointer that is fast leaves none out.
  const way = (x, y) => {
    const { left, top, width, height } = board.getBoundingClientRect();
    const steps = Math.ceil((27 * Math.hypot(x - down.x, y - down.y)) / width) || 1;
    const on = [...Array(steps).keys()].map((n) => (n + 1) / steps).map((part) => {
      const [r, c] = [(9 * (down.y + part * (y - down.y) - top)) / height, (9 * (down.x + part * (x - down.x) - left)) / width].map(Math.floor);
      return Math.min(r, c) < 0 || Math.max(r, c) > 8 ? -1 : 9 * r + c;
    });
    [down.x, down.y] = [x, y];
    return on.filter((c, i) => c >= 0 && c !== on[i - 1]);
  };
  board.addEventListener('pointerdown', (e) => {
    const c = at(e.target);
    if (c < 0 || e.button) return;
    e.preventDefault();
    down = { x: e.clientX, y: e.clientY, c };
    let before;
    act((g) => {
      before = [...g.sel];
      point(g, c, g.several || e.shiftKey || e.ctrlKey || e.metaKey);
    }, c);
    // A finger that stays adds the cell to those that were selected before.
    if (e.pointerType === 'touch') wait = setTimeout(() => act((g) => !g.on.first && (g.sel = new Set([...before, c]))), 450);
  });
  board.addEventListener('pointermove', (e) => {
    const over = down ? way(e.clientX, e.clientY) : [];
    if (over.every((c) => c === down.c)) return;
    clearTimeout(wait);
    down.c = over.at(-1);
    act((g) => over.forEach((c) => c !== g.at && point(g, c, false, true)), down.c);
  });
  const up = () => {
    down = null;
    clearTimeout(wait);
  };
  for (const name of ['pointerup', 'pointercancel']) addEventListener(name, up);
  board.addEventListener('dblclick', (e) => at(e.target) >= 0 && act((g) => alike(g, at(e.target))));
  board.addEventListener('focusin', (e) => {
    const c = at(e.target);
    if (c >= 0 && !down && c !== focused) act((g) => one(g, c));
  });

  // What was drawn of each cell last, of which only what has changed is drawn: its class, what
  // stands in it, its label.
  const drawn = CELLS.map(() => []);
  // Its marks and parts as numbers, by which most cells are seen to be as they were, and whether a
  // hint was drawn.
  const numbers = new Int32Array(405);
  let hint = true;
  const draw = (g) => {
    const [marks, hinted] = [marksOf(g), marked(g)];
    const names = Object.keys(marks);
    const bits = new Uint16Array(81).fill(g.on.fill ? 512 : 0);
    names.forEach((name, i) => marks[name].forEach((c) => (bits[c] |= 1 << i)));
    bits[(focused = g.at)] |= 1024;
    for (const c of CELLS) {
      let same = !hint && !g.hint;
      for (let i = c; i < 405; i += 81) {
        const n = g.s.board[i] ?? bits[c];
        if (numbers[i] !== n) [numbers[i], same] = [n, false];
      }
      if (same) continue;
      const [cell, parts, told] = [cells[c], partsOf(g, c), hinted(c)];
      const is = (i, now) => drawn[c][i] === now || ((drawn[c][i] = now), false);
      // A hint writes the candidates that it speaks of where the player has none.
      const ghost = !parts[0] && !parts[2] && told.flat().reduce((bits, d) => bits | bit(d), 0);
      if (ghost) parts[2] = ghost;
      const apart = g.on.fill || !!ghost;
      let look = box(c) & 1 ? 'even' : '';
      const add = (name, holds) => holds && (look += ` ${name}`);
      names.forEach((name, i) => add(name, bits[c] & (1 << i)));
      add('ghost', ghost);
      add('noted', parts[1] || parts[2] || parts[3]);
      add('marked', (parts[1] || (apart && parts[2])) && !parts[0]);
      if (!is(0, look)) cell.className = look;
      const shows = `${parts}|${told.join('|')}|${apart}`;
      if (!is(1, shows)) {
        cell.style.backgroundImage = tint(parts[3]);
        cell.replaceChildren(...content(parts, told, apart));
      }
      if (!is(2, shows + look.match(/conflict|wrong/g))) cell.setAttribute('aria-label', labelOf(t, g, c, marks));
      if (!is(3, c === g.at)) cell.tabIndex = -(c !== g.at);
      if (!is(4, g.sel.has(c))) cell.setAttribute('aria-selected', g.sel.has(c));
    }
    hint = g.hint;
    board.classList.toggle('solved', g.solved);
  };
  // Before anything is drawn, as the browser works out all that has changed before it moves the
  // focus.
  const focusCell = (c) => {
    focused = c;
    cells[c].focus({ preventScroll: true });
    cells[c].scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  return [board, draw, focusCell];
}
