// A game, and what can be done in it: every action changes the game and leaves in `said` what to tell, as [word, values].
import { CELLS, DIGITS, PEERS, bit, column, row } from './cells.js';
import { conflicts, isSolved, mend, mistakes, wrong } from './check.js';
import { cleaned, enter, erase, fill } from './marks.js';
import { doStep, easiest, next, places } from './hint.js';
import { CENTRE, begin, change, redo, undo } from './state.js';

export const PARTS = ['digit', 'corner', 'centre', 'colour'];

// `on` are the switches; `digit` is the one to put first, cells after it.
export const newGame = (puzzle, on, s = begin(puzzle.givens)) => ({
  puzzle, on, s, at: 40, sel: new Set([40]), mode: 0, held: null, digit: 0, bad: [], hint: null, said: null, solved: isSolved(s),
});

const modeOf = (g) => g.held ?? g.mode;
const partOf = (g) => 81 * modeOf(g);
export const one = (g, c) => {
  g.at = c;
  g.sel = new Set([c]);
};
// After a change what was said of the board before holds no more.
const changed = (g, did, said) => {
  if (did) [g.bad, g.hint] = [[], null];
  g.solved = isSolved(g.s);
  g.said = g.solved ? ['solved'] : did ? said : null;
};
const put = (g, cells, d) => changed(g, enter(g.s, cells, partOf(g), d, g.on.clean), ['cell']);
const known = (g) => g.puzzle.solution || ((g.said = ['prize']), false);

// A cell is pointed at: alone, besides others, or also as the way of a pointer that is down.
export function point(g, c, keep, along) {
  if (g.on.first && g.digit && !keep && !along) {
    g.at = c;
    return put(g, [c], g.digit);
  }
  if (!keep && !along) return one(g, c);
  if (keep && !along && g.sel.has(c) && g.sel.size > 1) g.sel.delete(c);
  else g.sel.add(c);
  g.at = c;
}

// All cells with the same digit; without one, with the same marks.
export function alike(g, c) {
  const { board } = g.s;
  const parts = board[c] ? [0] : [0, 1, 2, 3];
  g.sel = new Set(CELLS.filter((o) => parts.every((p) => board[81 * p + o] === board[81 * p + c])));
}

export const ACTIONS = {
  move: (g, [down, right], keep) => {
    const c = 9 * ((row(g.at) + down + 9) % 9) + ((column(g.at) + right + 9) % 9);
    if (!keep) return one(g, c);
    g.sel.add(c);
    g.at = c;
  },
  all: (g) => (g.sel = new Set(CELLS)),
  invert: (g) => (g.sel = new Set(CELLS.filter((c) => !g.sel.has(c)))),
  none: (g) => ([g.sel, g.hint, g.digit] = [new Set(), null, 0]),
  mode: (g, mode) => (g.mode = mode),
  turn: (g, by) => (g.mode = (g.mode + by) % 4),
  press: (g, d) => {
    if (g.on.first) g.digit = g.digit === d ? 0 : d;
    else put(g, [...g.sel], d);
  },
  put: (g) => g.digit && put(g, [g.at], g.digit),
  erase: (g) => changed(g, erase(g.s, [...g.sel], partOf(g)), ['cell']),
  undo: (g) => changed(g, undo(g.s), ['undone']),
  redo: (g) => changed(g, redo(g.s), ['redone']),
  restart: (g) => changed(g, change(g.s, begin(g.s.givens).board.map((n, i) => [i, n])), ['restarted']),
  mend: (g) => known(g) && (mistakes(g.s, g.puzzle.solution).length ? changed(g, mend(g.s, g.puzzle.solution), ['mended']) : (g.said = ['right'])),
  fill: (g) => changed(g, fill(g.s), ['filled']),
  check: (g) => {
    if (!known(g)) return;
    g.bad = mistakes(g.s, g.puzzle.solution);
    g.said = g.bad.length ? ['wrong', { n: g.bad.length }] : ['right'];
  },
  // Said again, a hint says more; the third time it is done. Sudoku Explainer's steps are offered first.
  hint: (g) => {
    if (g.solved || !known(g)) return;
    const { bad, step, number } = next(g.s, g.puzzle);
    if (bad) {
      g.bad = bad;
      g.hint = null;
      g.said = ['mistake'];
      return;
    }
    if (!step) {
      g.hint = { stage: 0 };
      g.said = [g.puzzle.steps ? 'no-more' : 'no-steps'];
      return;
    }
    const named = number < (g.puzzle.named ?? Infinity);
    const stage = g.hint?.number === number ? g.hint.stage + 1 : named ? 1 : 0;
    if (stage > 2) {
      changed(g, doStep(g.s, step, g.on.clean), ['done']);
      g.hint = { number: -1, stage, step };
    } else {
      g.hint = { number, stage, step };
      g.said = stage ? ['step'] : ['no-technique'];
    }
  },
  // The digit of a cell: a selected one that is open, or else the easiest.
  reveal: (g) => {
    if (g.solved || !known(g)) return;
    if (wrong(g.s, g.puzzle.solution).length) return ACTIONS.hint(g);
    const c = easiest(g.s, [...g.sel]);
    const d = +g.puzzle.solution[c];
    one(g, c);
    changed(g, change(g.s, [...(g.on.clean ? cleaned(g.s, [c], d) : []), [c, d]]), ['cell']);
  },
};

// How often each digit can still be placed.
export const leftOf = (g) => DIGITS.map((d) => Math.max(0, 9 - CELLS.filter((c) => g.s.board[c] === d).length));

// The cells to mark, by the name of the mark: conflicts, what was found wrong, houses and digit of the cell in question, a hint's places.
export function marksOf(g) {
  const { board } = g.s;
  const d = g.digit || board[g.at];
  const [pattern, gone] = g.hint?.stage > 1 && g.hint.step ? places(g.hint.step) : [[], []];
  return {
    conflict: g.on.conflicts ? conflicts(g.s) : [],
    wrong: g.bad,
    near: g.on.near && g.sel.size === 1 ? PEERS[g.at] : [],
    same: g.on.same && d ? CELLS.filter((c) => board[c] === d || (!board[c] && board[CENTRE + c] & bit(d))) : [],
    pattern,
    gone,
  };
}
