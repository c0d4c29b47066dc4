// Keys pressed on a page, or on an element with a board.
import { actionOf, heldMode } from './keys.js';

// `game` gives the game; keys within what `skip` says are left alone. But for undo and redo, keys
// act only while the board has the focus.
export function listen(on, game, act, run, focusCell, skip) {
  on.addEventListener('keydown', (e) => {
    if (skip(e.target)) return;
    const held = heldMode(e);
    if (held !== game().held) act((g) => (g.held = held));
    const found = actionOf(e);
    if (!found || !(e.target.closest?.('[role=grid]') || /^(un|re)do$/.test(found[0]))) return;
    e.preventDefault();
    run(...found, e.shiftKey || e.ctrlKey || e.metaKey);
  });
  on.addEventListener('keyup', (e) => game().held !== heldMode(e) && act((g) => (g.held = heldMode(e))));
  // Who has pressed a button with a pointer goes on by keys on the board.
  on.addEventListener('click', (e) => e.detail && e.target.closest?.('#panel button') && focusCell(game().at));
  addEventListener('blur', () => game().held !== null && act((g) => (g.held = null)));
}
