// Puzzles in addresses: 81 digits as they are, as SudokuExchange and SudokuWiki have them, or a
// code of f-puzzles and SudokuPad.

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

// Text as lz-string packs it, in base 64.
export function pack(text) {
  let [bits, size, wide, room, word] = ['', 3, 2, 2, ''];
  const codes = new Map();
  const fresh = new Set();
  const put = (n, count) => {
    for (let i = 0; i < count; i++) bits += (n >> i) & 1;
  };
  const grow = () => {
    if (--room === 0) room = 2 ** wide++;
  };
  const end = () => {
    if (fresh.delete(word)) {
      put(0, wide);
      put(word.charCodeAt(0), 8);
      grow();
    } else put(codes.get(word), wide);
    grow();
  };
  for (const c of text) {
    if (!codes.has(c)) {
      codes.set(c, size++);
      fresh.add(c);
    }
    if (!codes.has(word + c)) {
      end();
      codes.set(word + c, size++);
      word = c;
    } else word += c;
  }
  end();
  put(2, wide);
  const code = (bits + '000000').match(/.{6}/g).map((six) => SIGNS[parseInt(six, 2)]).join('');
  return code.padEnd(4 * Math.ceil(code.length / 4), '=');
}

export function unpack(code) {
  const bits = [...code].map((sign) => (sign === '=' ? 0 : SIGNS.indexOf(sign)).toString(2).padStart(6, '0')).join('');
  let [at, wide, room, word, text] = [0, 3, 4, '', ''];
  const words = [, , ,];
  const take = (count) => {
    let n = 0;
    for (let i = 0; i < count; i++) n |= bits[at++] << i;
    if (at > bits.length) throw Error('cut off');
    return n;
  };
  const grow = () => {
    if (--room === 0) room = 2 ** wide++;
  };
  for (let first = true; ; first = false) {
    let n = take(first ? 2 : wide);
    if (n === 2) return text;
    if (n < 2) {
      words.push(String.fromCharCode(take(n ? 16 : 8)));
      n = words.length - 1;
      if (!first) grow();
    }
    const now = words[n] ?? word + word[0];
    if (n > words.length) throw Error('changed');
    text += now;
    if (!first) {
      words.push(word + now[0]);
      grow();
    }
    word = now;
  }
}

// The puzzle in a text or link, 0 for an open cell; or, as a number, how many cells the text has
// instead of 81.
export function read(text) {
  const code = /(?:load=|fpuzzles)([^&#]{9,16384})/.exec(text);
  if (code) {
    try {
      const { grid } = JSON.parse(unpack(decodeURIComponent(code[1]).replaceAll(' ', '+')));
      const found = grid.flat().map((cell) => (cell.given && DIGIT.test(cell.value) ? cell.value : 0)).join('');
      return found.length === 81 ? found : found.length;
    } catch {
      return 0;
    }
  }
  const runs = text.replace(/[._*]/g, '0').match(/\d+/g) ?? [];
  const longest = runs.reduce((a, b) => (b.length > a.length ? b : a), '');
  return longest.length === 81 ? longest : longest.length;
}
const DIGIT = /^[1-9]$/;

// The same puzzle at other places: SudokuPad, f-puzzles, SudokuWiki.
export function others(givens, title) {
  const grid = givens.match(/.{9}/g).map((row) => [...row].map((d) => (d > 0 ? { value: +d, given: true } : {})));
  const json = JSON.stringify({ size: 9, title, grid }).replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, 0)}`);
  const code = encodeURIComponent(pack(json));
  return [
    ['SudokuPad', `https://sudokupad.app/fpuzzles${code}`],
    ['f-puzzles', `https://f-puzzles.com/?load=${code}`],
    ['SudokuWiki', `https://www.sudokuwiki.org/sudoku.htm?bd=${givens}`],
  ];
}
