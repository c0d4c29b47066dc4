// The file that pages to play have for hints from the board as it is: the core with its one call,
// unpacked when it is asked first.
import { CELLS } from '../../export/page/js/cells.js';
import { mistakes } from '../../export/page/js/check.js';
import { candidates } from '../../export/page/js/state.js';
import { compiled, instantiated } from './core.js';
import packed from './hint.wasm.js';

let core;
// The step that comes next in a game, told in a language; null if there is none, nothing where the
// player has to be told something else.
globalThis.seeddbHint = async ({ s, puzzle: { solution }, solved }, language) => {
  if (!solution || solved || mistakes(s, solution).length) return undefined;
  const ask = await (core ??= compiled(packed).then(instantiated));
  return ask(s.givens, s.board.slice(0, 81).join(''), CELLS.map((c) => candidates(s, c)).join(), language);
};
