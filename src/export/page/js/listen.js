// Keys pressed on a page, or on an element with a board.
import { actionOf, heldMode } from './keys.js';

// `game` gives the game; keys within what `skip` says are left alone.
export function listen(on, game, act, run, focusCell, skip) {
  on.addEventListener('keydown', (e) => {
    if (skip(e.target)) return;
    const held = heldMode(e);
    if (held !== game().held) act((g) => (g.held = held));
    if (e.target.closest('button') && (e.key === 'Enter' || e.key === ' ')) return;
    const found = actionOf(e);
    if (!found) return;
    e.preventDefault();
    run(...found, e.shiftKey || e.ctrlKey || e.metaKey);
    if (found[0] === 'move') focusCell(game().at);
  });
  on.addEventListener('keyup', (e) => game().held !== heldMode(e) && act((g) => (g.held = heldMode(e))));
  addEventListener('blur', () => game().held !== null && act((g) => (g.held = null)));
}
