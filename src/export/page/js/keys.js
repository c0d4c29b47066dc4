// The keys as rows: the word that explains them, keys, the action, its argument. The page prints
// its help from them.

export const KEYS = [
  ['key-move', 'ArrowUp w', 'move', [-1, 0]],
  ['key-move', 'ArrowLeft a', 'move', [0, -1]],
  ['key-move', 'ArrowDown s', 'move', [1, 0]],
  ['key-move', 'ArrowRight d', 'move', [0, 1]],
  ['key-all', 'Ctrl+a', 'all'],
  ['key-invert', 'Ctrl+i', 'invert'],
  ['key-none', 'Escape', 'none'],
  ['digit', 'z', 'mode', 0],
  ['corner', 'x', 'mode', 1],
  ['centre', 'c', 'mode', 2],
  ['colour', 'v', 'mode', 3],
  ['key-next', 'Space', 'turn', 1],
  ['key-back', 'Shift+Space', 'turn', 3],
  ['erase', 'Backspace Delete 0', 'erase'],
  ['undo', 'Ctrl+z', 'undo'],
  ['redo', 'Ctrl+y Ctrl+Shift+z', 'redo'],
  ['hint', 'h', 'hint'],
  ['check', 'k', 'check'],
  ['key-put', 'Enter', 'put'],
];

// What a key does: [action, argument], a digit as ['press', digit]; or nothing. Shift and Ctrl
// beside arrows keep what is selected.
export function actionOf({ key, code = '', shiftKey, ctrlKey, metaKey, altKey }) {
  if (altKey || key === 'AltGraph') return null;
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? (/^\d$/.test(key) ? key : '');
  if (digit > 0) return ['press', +digit];
  const base = digit || (key === ' ' ? 'Space' : key.length === 1 ? key.toLowerCase() : key);
  const full = `${ctrlKey || metaKey ? 'Ctrl+' : ''}${shiftKey ? 'Shift+' : ''}${base}`;
  const name = base.startsWith('Arrow') || digit ? base : full;
  const found = KEYS.find(([, keys]) => keys.split(' ').includes(name));
  return found && [found[2], found[3]];
}

// The mode while keys are held: Shift is corner, Ctrl centre, both colour; or none.
export const heldMode = ({ shiftKey, ctrlKey, metaKey }) => (ctrlKey || metaKey ? (shiftKey ? 3 : 2) : shiftKey ? 1 : null);
