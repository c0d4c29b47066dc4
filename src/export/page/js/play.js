// A game, and what can be done in it: every action changes the game and leaves in `said` what to
// tell, as [word, values].
import { CELLS, DIGITS, PEERS, bit, cellName, column, row } from './cells.js';
import { conflicts, isSolved, mend, mistakes, wrong } from './check.js';
import { cleaned, enter, erase, fill } from './marks.js';
import { doStep, easiest, next, places, stands } from './hint.js';
import { CENTRE, begin, change, isFull, isGiven, redo, undo } from './state.js';

export const PARTS = ['digit', 'corner', 'centre', 'colour'];

// `on` are the switches; `digit` is the one to put first, cells after it; `several` that cells are
// pointed at besides others, and `helped` is how often the solution was asked for something.
export const newGame = (puzzle, on, s = begin(puzzle.givens)) => ({
  puzzle, on, s, at: 40, sel: new Set([40]), mode: 0, several: false, held: null, digit: 0, bad: [], hint: null, said: null, helped: 0, solved: isSolved(s),
});

const modeOf = (g) => g.held ?? g.mode;
const partOf = (g) => 81 * modeOf(g);
export const one = (g, c) => {
  g.at = c;
  g.sel = new Set([c]);
};
// A solved board stays as it is until Restart.
const isOpen = (g) => !g.solved || ((g.said = ['locked']), false);
// Changes the board. What was said of it before holds no more.
const edit = (g, does, said) => {
  if (!isOpen(g)) return;
  const did = does(g.s);
  if (did) [g.bad, g.hint] = [[], null];
  // Who is told of each mistake at once does not solve alone.
  if (did && g.on.wrong && g.puzzle.solution) g.helped ||= 1;
  g.solved = isSolved(g.s);
  g.said = g.solved ? ['solved'] : !did ? null : isFull(g.s) ? ['full'] : said;
};
const put = (g, cells, d) => edit(g, (s) => enter(s, cells, partOf(g), d, g.on.clean), ['cell']);
// Whether there is a solution to ask. Who asks it has not solved the puzzle alone.
const known = (g) => isOpen(g) && (g.puzzle.solution || ((g.said = ['prize']), false));
const help = (g) => known(g) && ++g.helped;

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
  none: (g) => ([g.sel, g.hint, g.digit, g.several] = [new Set(), null, 0, false]),
  several: (g) => (g.several = !g.several),
  mode: (g, mode) => (g.mode = mode),
  turn: (g, by) => (g.mode = (g.mode + by) % 4),
  press: (g, d) => {
    if (g.on.first) g.digit = g.digit === d ? 0 : d;
    else put(g, [...g.sel], d);
  },
  put: (g) => g.digit && put(g, [g.at], g.digit),
  erase: (g) => edit(g, (s) => erase(s, [...g.sel], partOf(g)), ['cell']),
  undo: (g) => edit(g, undo, ['undone']),
  redo: (g) => edit(g, redo, ['redone']),
  restart: (g) => {
    g.solved = false;
    edit(g, (s) => change(s, begin(s.givens).board.map((n, i) => [i, n])), ['restarted']);
  },
  mend: (g) => help(g) && (mistakes(g.s, g.puzzle.solution).length ? edit(g, (s) => mend(s, g.puzzle.solution), ['mended']) : (g.said = ['right'])),
  fill: (g) => g.solved || edit(g, fill, ['filled']),
  check: (g) => {
    if (!help(g)) return;
    g.bad = mistakes(g.s, g.puzzle.solution);
    g.said = g.bad.length ? ['wrong', { n: g.bad.length }] : ['right'];
  },
  // Said again, a hint says more; the third time it is done. Sudoku Explainer's steps are offered
  // first. `told` is what the core tells.
  hint: (g, told) => {
    if (!known(g)) return;
    const { bad, step, number } = next(g.s, g.puzzle, told);
    if (bad) {
      g.helped++;
      g.bad = bad;
      g.hint = null;
      g.said = ['mistake', { cell: cellName(bad[0]) }];
      return;
    }
    if (!step) {
      g.hint = { stage: 0 };
      g.said = ['no-more'];
      return;
    }
    const named = told || number < (g.puzzle.named ?? Infinity);
    const stage = g.hint?.number === number ? g.hint.stage + 1 : named ? 1 : 0;
    if (g.hint?.number !== number) g.helped++;
    if (stage > 2) {
      edit(g, (s) => doStep(s, step, g.on.clean), ['done']);
      g.hint = { number: -1, stage, step };
    } else {
      g.hint = { number, stage, step, told };
      g.said = stage ? ['step'] : ['no-technique'];
    }
  },
  // The digit of a cell: a selected one that is open, or else the easiest.
  reveal: (g) => {
    if (!help(g)) return;
    if (wrong(g.s, g.puzzle.solution).length) return ACTIONS.hint(g);
    const c = easiest(g.s, [...g.sel]);
    const d = +g.puzzle.solution[c];
    one(g, c);
    edit(g, (s) => change(s, [...(g.on.clean ? cleaned(s, [c], d) : []), [c, d]]), ['cell']);
  },
};

// How often each digit can still be placed.
export const leftOf = (g) => {
  const count = Array(10).fill(0);
  for (const c of CELLS) count[g.s.board[c]]++;
  return DIGITS.map((d) => Math.max(0, 9 - count[d]));
};

// The step of a hint, if its places are shown.
const shown = (g) => g.hint?.stage > 1 && g.hint.step;
// The digits of a cell that a hint removes, and those that it stands on.
export function marked(g) {
  const none = [[], []];
  if (!shown(g)) return () => none;
  const all = [shown(g)[5], stands(g.s, g.hint)];
  return (c) => all.map((of) => DIGITS.filter((d) => of.includes(9 * c + d - 1)));
}

// The cells to mark, by the name of the mark: conflicts, what was found wrong, houses and digit of
// the cell in question, a hint's places, givens, and what is selected.
export function marksOf(g) {
  const { board } = g.s;
  const d = g.digit || board[g.at];
  const [pattern, loses] = shown(g) ? places(shown(g)) : [[], []];
  return {
    conflict: g.on.conflicts ? conflicts(g.s) : [],
    wrong: g.on.wrong && g.puzzle.solution ? [...g.bad, ...wrong(g.s, g.puzzle.solution)] : g.bad,
    near: g.on.near && g.sel.size === 1 ? PEERS[g.at] : [],
    same: g.on.same && d ? CELLS.filter((c) => board[c] === d || (!board[c] && board[CENTRE + c] & bit(d))) : [],
    pattern,
    loses,
    given: CELLS.filter((c) => isGiven(g.s, c)),
    selected: [...g.sel],
  };
}
