// Everything beside the board: modes, number pad, actions, switches, keys.
import { DIGITS } from './cells.js';
import { KEYS } from './keys.js';
import { PARTS, leftOf } from './play.js';
import { colourOf } from './board.js';
import { el } from './say.js';

export const SWITCHES = { conflicts: 1, same: 1, near: 1, clean: 1, fill: 0, wrong: 0, first: 0, timer: 1, left: 0 };
// Signs that everybody knows, and the actions that have words.
const SIGNS = { undo: '↶', redo: '↷', erase: '⌫' };
const BUTTONS = ['several', 'hint', 'check', 'mend', 'reveal', 'restart'];

// What the keys do.
export const keysTable = (t) => {
  const words = [...new Set(KEYS.map(([word]) => word))];
  const keysOf = (word) => KEYS.filter((key) => key[0] === word).flatMap(([, keys]) => keys.split(' ')).map((key) => el('kbd', {}, key.replace('Arrow', '')));
  const rows = [['key-digits', [el('kbd', {}, '1-9')]], ...words.map((word) => [word, keysOf(word)]), ['key-held', [el('kbd', {}, 'Shift'), el('kbd', {}, 'Ctrl')]]];
  return el('dl', {}, ...rows.flatMap(([word, keys]) => [el('dt', {}, ...keys), el('dd', {}, t(word))]));
};

// The switches as they are, without those that need a solution if there is none; `flip` turns one.
export const switchesOf = (t, on, flip, prize) =>
  Object.keys(SWITCHES).filter((name) => !prize || name !== 'wrong').map((name) =>
    el('label', {}, el('input', { type: 'checkbox', name, checked: !!on[name], onchange: (e) => flip(name, e.target.checked) }), t(`on-${name}`)));

// `run` does a named action. There may be no hints.
export function makePanel(t, run, mute) {
  const button = (text, action, argument, label = '') =>
    el('button', { onclick: () => run(action, argument), ...(label && { label: label, title: label }) }, text);
  const modes = PARTS.map((part, i) => button(t(part), 'mode', i));
  const pad = DIGITS.map((d) => button(d, 'press', d));
  const edit = Object.keys(SIGNS).map((name) => button(SIGNS[name], name, undefined, t(name)));
  const actions = BUTTONS.filter((name) => !mute || name !== 'hint').map((name) => button(t(name), name));
  const panel = el('div', { id: 'panel' },
    el('div', { id: 'modes', role: 'group', label: t('modes') }, ...modes),
    el('div', { id: 'edit', role: 'group', label: t('edit') }, ...edit),
    el('div', { id: 'pad', role: 'group', label: t('pad') }, ...pad),
    el('div', { id: 'actions', role: 'group', label: t('actions') }, ...actions));
  // Draws whether a key is pressed, if it shows something else than before, and says whether it
  // does.
  const press = (key, ...shows) => key.shows !== (key.shows = shows.join()) && !key.setAttribute('aria-pressed', shows[0]);
  const draw = (g) => {
    const now = g.held ?? g.mode;
    const left = leftOf(g);
    modes.forEach((key, i) => press(key, i === now));
    press(actions[0], g.several);
    pad.forEach((key, i) => {
      if (!press(key, g.digit === i + 1, left[i], now)) return;
      key.setAttribute('aria-label', t('left', { d: i + 1, n: left[i] }));
      key.className = left[i] || now ? '' : 'gone';
      key.style.background = now === 3 ? colourOf(i + 1) : '';
      key.dataset.d = left[i];
    });
  };
  return [panel, draw];
}
