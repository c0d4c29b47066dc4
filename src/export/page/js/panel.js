// Everything beside the board: modes, number pad, actions, switches, keys.
import { DIGITS } from './cells.js';
import { KEYS } from './keys.js';
import { PARTS, leftOf } from './play.js';
import { el } from './say.js';

export const SWITCHES = { conflicts: 1, same: 1, near: 1, clean: 1, fill: 0, first: 0, timer: 1, left: 0 };
const BUTTONS = ['undo', 'redo', 'erase', 'hint', 'check', 'mend', 'reveal', 'restart'];

// A part of the page that can be opened.
export const fold = (title, ...children) => el('details', {}, el('summary', {}, title), ...children);

export const keysTable = (t) => {
  const words = [...new Set(KEYS.map(([word]) => word))];
  const keysOf = (word) => KEYS.filter((key) => key[0] === word).map(([, key]) => el('kbd', {}, key.replace('Arrow', '')));
  const rows = [['key-digits', [el('kbd', {}, '1-9')]], ...words.map((word) => [word, keysOf(word)]), ['key-held', [el('kbd', {}, 'Shift'), el('kbd', {}, 'Ctrl')]]];
  return fold(t('keys'), el('dl', {}, ...rows.flatMap(([word, keys]) => [el('dt', {}, ...keys), el('dd', {}, t(word))])));
};

// `run` does a named action, `flip` turns a switch.
export function makePanel(t, run, flip) {
  const button = (text, action, argument, label = '') =>
    el('button', { type: 'button', onclick: () => run(action, argument), ...(label && { 'aria-label': label }) }, text);
  const modes = PARTS.map((part, i) => button(t(part), 'mode', i));
  const pad = DIGITS.map((d) => button(d, 'press', d));
  const actions = BUTTONS.map((name) => button(t(name), name));
  const switches = Object.keys(SWITCHES).map((name) =>
    el('label', {}, el('input', { type: 'checkbox', name, onchange: (e) => flip(name, e.target.checked) }), t(`on-${name}`)));
  const panel = el('div', { id: 'panel' },
    el('div', { id: 'modes', role: 'group', 'aria-label': t('modes') }, ...modes),
    el('div', { id: 'pad', role: 'group', 'aria-label': t('pad') }, ...pad),
    el('div', { id: 'actions', role: 'group', 'aria-label': t('actions') }, ...actions));
  const draw = (g) => {
    const now = g.held ?? g.mode;
    modes.forEach((key, i) => key.setAttribute('aria-pressed', i === now));
    const left = leftOf(g);
    pad.forEach((key, i) => {
      key.setAttribute('aria-pressed', g.digit === i + 1);
      key.setAttribute('aria-label', t('left', { d: i + 1, n: left[i] }));
      key.className = now === 3 ? `tint-${i + 1}` : left[i] || now ? '' : 'gone';
      key.dataset.d = left[i];
    });
    for (const label of switches) label.firstChild.checked = !!g.on[label.firstChild.name];
    document.body.classList.toggle('left', !!g.on.left);
  };
  return [panel, fold(t('settings'), el('div', { id: 'switches' }, ...switches)), draw];
}
