// The rules of the player without a page: marks, history, hints, links, storage. Run by `node
// --test`.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CELLS, HOUSES, PEERS, bit, digitsOf } from '../js/cells.js';
import { conflicts, isSolved, mend, mistakes } from '../js/check.js';
import { tick, timeText } from '../js/clock.js';
import { doStep, next, tell, toldHint } from '../js/hint.js';
import { KEYS, actionOf, heldMode } from '../js/keys.js';
import { others, pack, read, unpack } from '../js/links.js';
import { enter, erase, fill } from '../js/marks.js';
import { ACTIONS, alike, leftOf, marked, marksOf, newGame, point } from '../js/play.js';
import { begun, finishOf, isTimed, keep, load } from '../js/save.js';
import { solutions } from '../js/solve.js';
import { CENTRE, COLOUR, CORNER, VALUE, begin, change, isGiven, possible, redo, restore, undo } from '../js/state.js';

const GIVENS = '530070000600195000098000060800060003400803001700020006060000280000419005000080079';
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const ON = { conflicts: 1, same: 1, near: 1, clean: 1 };

// Numbers that are the same in every run; a test that fails says where it began.
function numbers(seed) {
  let n = seed;
  return (below) => {
    n = (Math.imul(n, 1664525) + 1013904223) >>> 0;
    return Math.floor((n / 2 ** 32) * below);
  };
}

// A board as sets in plain objects, with all states kept: slow, and obviously right.
class Model {
  constructor(givens) {
    this.states = [CELLS.map((c) => ({ given: givens[c] > 0, value: +givens[c], marks: [new Set(), new Set(), new Set()] }))];
    this.at = 0;
  }
  get now() {
    return this.states[this.at];
  }
  change(what) {
    const copy = this.now.map(({ given, value, marks }) => ({ given, value, marks: marks.map((set) => new Set(set)) }));
    what(copy);
    if (JSON.stringify(flat(copy)) === JSON.stringify(flat(this.now))) return;
    this.states.length = this.at + 1;
    this.states.push(copy);
    this.at++;
  }
  enter(cells, part, d, clean) {
    this.change((board) => {
      const free = cells.filter((c) => part === 3 || (!board[c].given && (part === 0 || !board[c].value)));
      if (!part) {
        const all = free.every((c) => board[c].value === d);
        for (const c of free) board[c].value = all ? 0 : d;
        if (clean && !all) for (const c of free) for (const p of PEERS[c]) [0, 1].forEach((i) => board[p].marks[i].delete(d));
        return;
      }
      const all = free.every((c) => board[c].marks[part - 1].has(d));
      for (const c of free) all ? board[c].marks[part - 1].delete(d) : board[c].marks[part - 1].add(d);
    });
  }
}
const flat = (board) => board.map(({ value, marks }) => [value, ...marks.map((set) => [...set].sort().join(''))]);
const flatOf = (s) => CELLS.map((c) => [s.board[c], ...[81, 162, 243].map((p) => digitsOf(s.board[p + c]).join(''))]);

test('random entries, undo and redo are those of a slow model', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = numbers(seed);
    const [s, model] = [begin(GIVENS), new Model(GIVENS)];
    for (let i = 0; i < 300; i++) {
      const cells = [...new Set([...Array(1 + random(4))].map(() => random(81)))];
      const [kind, part, d, clean] = [random(5), random(4), 1 + random(9), random(2)];
      if (kind === 0) {
        if (undo(s)) model.at--;
      } else if (kind === 1) {
        if (redo(s)) model.at++;
      } else {
        enter(s, cells, 81 * part, d, clean);
        model.enter(cells, part, d, clean);
      }
      assert.deepEqual(flatOf(s), flat(model.now), `seed ${seed}, entry ${i}`);
    }
    const kept = restore(GIVENS, JSON.parse(JSON.stringify(s.log)), s.done);
    assert.deepEqual(flatOf(kept), flatOf(s));
    while (undo(s));
    assert.deepEqual(flatOf(s), flatOf(begin(GIVENS)), `seed ${seed}`);
  }
});

test('a log of another puzzle, or a broken one, is refused', () => {
  const s = begin(GIVENS);
  enter(s, [2], VALUE, 4, false);
  for (const [log, done] of [
    [[[[0, 5, 3]]], 1],
    [[[[2, 1, 3]]], 1],
    [[[[2, 0, 12]]], 1],
    [[[[2, 0, 'x']]], 1],
    [[[[400, 0, 1]]], 1],
    [s.log, 2],
    [s.log, -1],
    [null, 0],
    [[5], 1],
  ]) assert.throws(() => restore(GIVENS, log, done), JSON.stringify(log));
});

test('marks on several cells toggle together, and erasing goes part by part', () => {
  const s = begin(GIVENS);
  enter(s, [2, 3], CENTRE, 4);
  enter(s, [2], CENTRE, 6);
  enter(s, [2, 3], CENTRE, 6);
  assert.deepEqual([2, 3].map((c) => digitsOf(s.board[CENTRE + c])), [[4, 6], [4, 6]]);
  enter(s, [2, 3], CENTRE, 6);
  assert.deepEqual([2, 3].map((c) => digitsOf(s.board[CENTRE + c])), [[4], [4]]);
  enter(s, [2], CORNER, 1);
  enter(s, [2], COLOUR, 9);
  enter(s, [2], VALUE, 4);
  assert.ok(!enter(s, [0], VALUE, 1) && !enter(s, [0], CENTRE, 1), 'a given stays');
  for (const part of [VALUE, CENTRE, CORNER, COLOUR]) {
    assert.ok(s.board[part + 2]);
    erase(s, [2], VALUE);
    assert.equal(s.board[part + 2], 0);
  }
  assert.ok(!erase(s, [2], VALUE));
});

test('candidates are filled in and cleaned', () => {
  const s = begin(GIVENS);
  fill(s);
  assert.deepEqual(digitsOf(s.board[CENTRE + 2]), [1, 2, 4]);
  enter(s, [2], VALUE, 4, true);
  assert.ok(PEERS[2].every((p) => !(s.board[CENTRE + p] & bit(4))));
  assert.ok(!fill(s), 'nothing is left to fill');
});

test('conflicts, mistakes, and undo to before the first one', () => {
  const s = begin(GIVENS);
  enter(s, [2], VALUE, 4);
  enter(s, [3], VALUE, 4);
  enter(s, [5], VALUE, 8);
  assert.deepEqual(conflicts(s), [2, 3, 66]);
  assert.deepEqual(mistakes(s, SOLUTION), [3]);
  assert.ok(mend(s, SOLUTION));
  assert.deepEqual([s.board[2], s.board[3], s.board[5], s.done, s.log.length], [4, 0, 0, 1, 3]);
  enter(s, [3], CENTRE, 1);
  assert.deepEqual(mistakes(s, SOLUTION), [3], 'a mark that lacks the right digit');
  assert.ok(!isSolved(s));
  change(s, CELLS.map((c) => [c, +SOLUTION[c]]));
  assert.ok(isSolved(s));
});

// A naked pair, an assumption, and a single, as the program writes them.
const SINGLE = [0, [26], [78], [1], [9 * 78], []];
const PAIR = [1, [0], [2, 3], [2, 4], [], [9 * 5 + 3, 9 * 6 + 1]];
const ASSUMED = [2, [], [2], [4], [9 * 2 + 3], [], [[9 * 2], [9 * 3 + 1], -1, 5]];
const NAMES = ['hidden single', 'naked pair', 'limited backtracking'];
const t = (word, values = {}) => `${word}(${Object.values(values)})`;

test('a hint passes over what is done, and names a mistake first', () => {
  const puzzle = { givens: GIVENS, solution: SOLUTION, steps: [SINGLE, PAIR, SINGLE], named: 3 };
  const s = begin(GIVENS);
  assert.equal(next(s, puzzle).number, 0);
  enter(s, [78], VALUE, 1);
  assert.equal(next(s, puzzle).number, 1);
  doStep(s, PAIR, true);
  // Row 1, column 6 had 4 among its candidates; what was no candidate leaves no mark but those that
  // are.
  assert.ok(!(s.board[CENTRE + 5] & bit(4)) && s.board[CENTRE + 5] === (possible(s, 5) & ~bit(4)));
  assert.equal(next(s, puzzle).step, undefined);
  enter(s, [78], VALUE, 5);
  assert.deepEqual(next(s, puzzle).bad, [78]);
  undo(s);
  enter(s, [54], CENTRE, 1);
  assert.deepEqual(next(s, puzzle).bad, [54], 'a removed candidate that belongs there');
});

test('the three stages say more and more', () => {
  const stages = (step) => [1, 2, 3].map((stage) => tell(t, NAMES, step, stage));
  assert.deepEqual(stages(SINGLE), ['hidden single: box(9)', 'hidden single: only-place(r9c7,1,box(9))', 'is(r9c7,1)']);
  assert.equal(tell(t, NAMES, [0, [], [78], [1], [9 * 78], []], 2), 'hidden single: only-digit(r9c7,1,box(9))');
  assert.deepEqual(stages(PAIR), [
    'naked pair: row(1)',
    'naked pair: 24, row(1) (r1c3, r1c4). removes(4,r1c6); removes(2,r1c7)',
    'removes(4,r1c6); removes(2,r1c7)',
  ]);
  assert.equal(stages(ASSUMED)[1], 'limited backtracking: if(is(r1c3,1),is(r1c4,2),empty-cell(r1c6)). is(r1c3,4)');
  // Steps of Sudoku Explainer: branches, and a chain through many boxes.
  assert.deepEqual(stages([1, [], [0, 6, 30, 60], [1, 2], [], [0], ['whichever', 30, 1, -1]]), ['naked pair', 'naked pair: whichever(r4c4,1,). removes(1,r1c1)', 'removes(1,r1c1)']);
  assert.equal(stages([1, [], [0, 6, 30, 60], [1, 2], [], [0]])[1], 'naked pair: 12 (r1c1, r1c7, r4c4, r7c7). removes(1,r1c1)');
  // A technique that people name has a sentence.
  assert.deepEqual(stages([1, [], [0], [1, 2], [], [0], 'Why it goes.']), ['naked pair: box(1)', 'Why it goes.', 'removes(1,r1c1)']);
  assert.deepEqual(next(begin(GIVENS), { solution: SOLUTION, steps: [[0, 26, 9 * 78]] }).step, SINGLE);
});

test('asked three times, a hint is done; without a solution there is none', () => {
  const g = newGame({ givens: GIVENS, solution: SOLUTION, steps: [SINGLE], named: 1 }, ON);
  const said = [0, 1, 2].map(() => (ACTIONS.hint(g), g.said[0]));
  assert.deepEqual([said, g.s.board[78]], [['step', 'step', 'done'], 1]);
  ACTIONS.hint(g);
  assert.deepEqual(g.said, ['no-more']);
  ACTIONS.reveal(g);
  assert.equal(g.s.board[g.at], +SOLUTION[g.at]);
  const explained = newGame({ givens: GIVENS, solution: SOLUTION, steps: [SINGLE], named: 0 }, ON);
  assert.deepEqual([0, 1, 2, 3].map(() => (ACTIONS.hint(explained), explained.said[0])), ['no-technique', 'step', 'step', 'done']);
  const prize = newGame({ givens: GIVENS }, ON);
  for (const action of ['hint', 'check', 'mend', 'reveal']) {
    prize.said = null;
    ACTIONS[action](prize);
    assert.deepEqual(prize.said, ['prize'], action);
  }
});

test('a hint marks what it removes, and no other candidate', () => {
  const g = newGame({ givens: GIVENS, solution: SOLUTION, steps: [PAIR] }, ON);
  ACTIONS.fill(g);
  ACTIONS.hint(g);
  assert.deepEqual([marksOf(g).loses, marked(g)(5)], [[], [[], []]], 'the first stage names only the place');
  ACTIONS.hint(g);
  assert.deepEqual([marksOf(g).loses, marked(g)(5), marked(g)(6), marked(g)(2)], [[5, 6], [[4], []], [[2], []], [[], [2, 4]]]);
});

test('a recorded step is told only where it fits the board', () => {
  const puzzle = { givens: GIVENS, solution: SOLUTION, steps: [PAIR, SINGLE] };
  const s = begin(GIVENS);
  assert.equal(next(s, puzzle).number, 0);
  // Half of the pair is filled in: the single can still be seen, until a mark says that its digit
  // may stand elsewhere in the box, too.
  enter(s, [2], VALUE, 4);
  assert.equal(next(s, puzzle).number, 1);
  const other = HOUSES[26].find((c) => c !== 78 && !s.board[c]);
  for (const bits of [possible(s, other), possible(s, other) | bit(1)]) {
    change(s, [[CENTRE + other, bits]]);
    assert.equal(next(s, puzzle).number, 1, 'a digit that stands around is no candidate');
  }
  assert.equal(next(s, { ...puzzle, steps: [PAIR, PAIR] }).step, undefined);
  assert.equal(next(s, { ...puzzle, steps: [PAIR, [0, -1, 9 * 69 + 5]] }).step, undefined, 'a cell with several candidates is no single');
});

test('the core tells the step, after mistakes', () => {
  const g = newGame({ givens: GIVENS, solution: SOLUTION }, ON);
  const told = { name: 'Naked Pair', said: 'A sentence.', pattern: [9 * 2 + 1, 9 * 3 + 3], step: [0, ...PAIR.slice(1)] };
  const say = (told) => (ACTIONS.hint(g, told), g.said[0] === 'step' ? toldHint(t, NAMES, g.hint) : g.said[0]);
  assert.deepEqual([say(told), say(told)], ['Naked Pair: row(1) more()', 'A sentence. more()']);
  assert.deepEqual([marked(g)(2), marked(g)(3), marked(g)(5)], [[[], [2]], [[], [4]], [[4], []]]);
  assert.deepEqual([say(told), say(null)], ['done', 'no-more']);
  enter(g.s, [2], VALUE, 2);
  assert.equal(say(told), 'mistake');
  assert.deepEqual([g.said[1], g.bad], [{ cell: 'r1c3' }, [2]]);
});

// A game that lacks one cell of its solution.
const almost = (more = {}) => {
  const g = newGame({ givens: GIVENS, solution: SOLUTION, steps: [SINGLE], ...more }, { ...ON });
  change(g.s, CELLS.slice(0, 80).map((c) => [c, +SOLUTION[c]]).filter(([c]) => c !== 78));
  g.sel = new Set([78]);
  return g;
};

test('a solved board stays as it is until Restart', () => {
  const g = almost();
  ACTIONS.press(g, 1);
  assert.deepEqual([g.solved, g.said], [true, ['solved']]);
  const { board, log } = structuredClone(g.s);
  for (const [action, argument] of [['press', 1], ['erase'], ['undo'], ['redo'], ['mend'], ['check'], ['hint'], ['reveal'], ['put']]) {
    [g.said, g.digit] = [null, 3];
    ACTIONS[action](g, argument);
    assert.deepEqual([g.solved, g.said, g.helped], [true, ['locked'], 0], action);
  }
  g.on.first = 1;
  point(g, 78);
  for (const mode of [1, 2, 3]) {
    g.mode = mode;
    ACTIONS.press(g, 5);
    ACTIONS.put(g);
  }
  ACTIONS.fill(g);
  assert.deepEqual([g.s.board, g.s.log], [board, log]);
  ACTIONS.restart(g);
  assert.deepEqual([g.solved, g.said, g.s.board.slice(0, 81).join('')], [false, ['restarted'], GIVENS]);
  ACTIONS.undo(g);
  assert.deepEqual([g.solved, g.said], [true, ['solved']], 'Undo takes Restart back');
});

test('a full board with a mistake is told, whatever filled it', () => {
  const g = almost({ solution: undefined });
  ACTIONS.press(g, 5);
  assert.deepEqual([g.solved, g.said], [false, ['full']]);
  ACTIONS.undo(g);
  assert.deepEqual(g.said, ['undone']);
  ACTIONS.redo(g);
  assert.deepEqual(g.said, ['full']);
  ACTIONS.press(g, 1);
  assert.deepEqual(g.said, ['solved']);
});

test('a puzzle that was solved with help has no time that counts', () => {
  for (const action of ['hint', 'check', 'mend', 'reveal']) {
    const g = almost();
    ACTIONS[action](g);
    assert.ok(g.helped, action);
  }
  const wrong = almost();
  ACTIONS.press(wrong, 5);
  ACTIONS.hint(wrong);
  assert.ok(wrong.helped && wrong.said[0] === 'mistake');
  const without = newGame({ givens: GIVENS, solution: SOLUTION }, ON);
  ACTIONS.hint(without);
  assert.deepEqual([without.helped, without.said], [0, ['no-more']], 'where there is no hint there was no help');
  const records = [{ solved: true, time: 5 }, { solved: true, time: 0, helped: false }, { solved: true, time: 5, helped: true }, { time: 5 }, { solved: true, time: 'x' }, { solved: true }];
  assert.deepEqual(records.map((record) => isTimed(finishOf(record))), [true, true, false, false, false, false]);
});

test('each hint, check and digit that was asked for counts once', () => {
  const g = newGame({ givens: GIVENS, solution: SOLUTION, steps: [[0, 26, 9 * 78], [0, 19, 9 * 5 + 7]] }, { ...ON });
  for (const [action, n] of [['hint', 1], ['hint', 1], ['hint', 1], ['hint', 2], ['check', 3], ['reveal', 4], ['mend', 5]]) {
    ACTIONS[action](g);
    assert.equal(g.helped, n, action);
  }
});

test('cells are selected one by one, together, and all alike', () => {
  const g = newGame({ givens: GIVENS, solution: SOLUTION }, { ...ON });
  point(g, 3);
  point(g, 5, true);
  assert.deepEqual([...g.sel], [3, 5]);
  point(g, 5, true);
  assert.deepEqual([...g.sel], [3]);
  point(g, 12, false, true);
  assert.deepEqual([...g.sel], [3, 12]);
  alike(g, 0);
  assert.deepEqual([...g.sel], [0, 14, 71]);
  ACTIONS.invert(g);
  assert.equal(g.sel.size, 78);
  ACTIONS.none(g);
  assert.equal(g.sel.size, 0);
  g.at = 0;
  ACTIONS.move(g, [-1, 0]);
  assert.equal(g.at, 72, 'it wraps');
  g.on.first = 1;
  ACTIONS.press(g, 4);
  point(g, 2);
  assert.equal(g.s.board[2], 4, 'digit first');
  assert.equal(leftOf(g)[3], 9 - [...GIVENS].filter((d) => d === '4').length - 1);
});

test('keys are rows, whatever the layout says of digits', () => {
  const key = (key, more = {}) => actionOf({ key, ...more });
  assert.deepEqual(key('!', { code: 'Digit1', shiftKey: true }), ['press', 1]);
  assert.deepEqual(key('Home', { code: 'Numpad7', shiftKey: true }), ['press', 7]);
  assert.deepEqual(key('ArrowUp', { shiftKey: true }), ['move', [-1, 0]]);
  assert.deepEqual(key('A', {}), ['move', [0, -1]]);
  assert.deepEqual(key('a', { ctrlKey: true }), ['all', undefined]);
  assert.deepEqual(key('Z', { metaKey: true, shiftKey: true }), ['redo', undefined]);
  assert.equal(key('5', { altKey: true }), null);
  assert.ok(!key('q'));
  assert.deepEqual([{}, { shiftKey: 1 }, { ctrlKey: 1 }, { ctrlKey: 1, shiftKey: 1 }].map(heldMode), [null, 1, 2, 3]);
  assert.ok(KEYS.every(([, , action]) => ACTIONS[action]));
});

test('links of others read, and ours read back', () => {
  for (const text of [
    GIVENS,
    GIVENS.replaceAll('0', '.'),
    `https://sudokuexchange.com/play/?s=${GIVENS}&d=1`,
    `https://www.sudokuwiki.org/sudoku.htm?bd=${GIVENS}`,
    ...others(GIVENS, 'Tägliches 数独').map(([, link]) => link),
  ]) assert.equal(read(text), GIVENS, text);
  assert.equal(read(GIVENS.slice(1)), 80);
  assert.equal(read(`${GIVENS}1`), 82);
  assert.equal(read('hello'), 0);
  assert.equal(read('https://f-puzzles.com/?load=N4IgzglgXgpi'), 0);
  // As the program packs it.
  const snapshot = readFileSync(new URL('../../snapshots/seeddb_export__tests__f-puzzles.snap', import.meta.url), 'utf8');
  const links = snapshot.match(/https:\S+/g);
  assert.deepEqual(links.map(read), [GIVENS, GIVENS]);
});

test('what is packed unpacks', () => {
  const random = numbers(3);
  for (let i = 0; i < 200; i++) {
    const text = [...Array(1 + random(400))].map(() => String.fromCharCode(32 + random(i % 2 ? 4 : 90))).join('');
    assert.equal(unpack(pack(text)), text);
  }
});

test('solutions are counted up to two', async () => {
  assert.deepEqual(await solutions(GIVENS), [SOLUTION]);
  assert.equal((await solutions(`${'0'.repeat(27)}${GIVENS.slice(27)}`)).length, 2);
  assert.equal((await solutions('0'.repeat(81))).length, 2);
  assert.equal((await solutions(`55${GIVENS.slice(2)}`)).length, 0);
  assert.equal((await solutions(`534${GIVENS.slice(3, 10)}4${GIVENS.slice(11)}`)).length, 0);
  assert.ok(CELLS.every((c) => !isGiven({ givens: GIVENS }, c) || SOLUTION[c] === GIVENS[c]));
});

// Cell by cell, the first one that is open: slow, and obviously right.
function counted(board) {
  const c = board.indexOf('0');
  if (c < 0) return 1;
  let count = 0;
  for (let d = 1; d <= 9 && count < 2; d++) {
    if (PEERS[c].every((p) => +board[p] !== d)) count += counted(board.slice(0, c) + d + board.slice(c + 1));
  }
  return Math.min(count, 2);
}

test('as many solutions are found as a slow search finds', async () => {
  const kinds = [0, 0, 0];
  for (let seed = 1; seed <= 60; seed++) {
    const random = numbers(seed);
    const board = [...SOLUTION];
    for (let i = 0; i < 52 + (seed % 4); i++) board[random(81)] = '0';
    // Every third has a digit that may be wrong.
    const c = random(81);
    const free = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((d) => PEERS[c].every((p) => +board[p] !== d));
    if (seed % 3 === 0) board[c] = String(free[random(free.length)]);
    const count = counted(board.join(''));
    assert.equal((await solutions(board.join(''))).length, count, `seed ${seed}: ${board.join('')}`);
    kinds[count]++;
  }
  assert.ok(kinds.every((count) => count > 2), `${kinds}`);
});

test('a hard puzzle is solved in slices, and the search has an end', async () => {
  for (const [givens, count] of [
    ['000005080000601043000000000010500000000106000300000005530000061000000004000000000', 0],
    ['000000607240000000000800000000000000008010000000000002080070000000904000050000813', 0],
    ['800000000003600000070090200050007000000045700000100030001000068008500010090000400', 1],
  ]) assert.equal((await solutions(givens)).length, count);
  const hard = '000005080000601043000000000010500000000106000300000005530000061000000004000000000';
  assert.equal(await solutions(hard, () => true, 1), undefined, 'one slice is too few');
  const asked = [];
  assert.equal(await solutions(hard, (n) => (asked.push(n), false)), undefined, 'it can be ended');
  assert.deepEqual(asked, [1]);
});

test('storage may throw, be full, or hold nonsense', () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  assert.equal(load('x', denied), null);
  assert.equal(keep('x', 1, denied), false);
  assert.deepEqual(begun(denied), []);
  const shelf = { getItem: (name) => shelf[name] ?? null, setItem: (name, text) => (shelf[name] = text), removeItem: (name) => delete shelf[name] };
  assert.ok(keep(GIVENS, { log: [], when: 1 }, () => shelf) && keep(SOLUTION, { log: [], when: 2 }, () => shelf));
  shelf[`seeddb:${'1'.repeat(81)}`] = '{"log":[[';
  shelf.other = 'x';
  assert.equal(load('1'.repeat(81), () => shelf), undefined);
  assert.deepEqual(begun(() => shelf).map(([givens]) => givens), [SOLUTION, GIVENS]);
});

test('the clock counts while it runs', () => {
  const clock = { time: 0, last: 0 };
  for (const [now, runs] of [[1000, true], [2000, false], [3000, true], [9000, true]]) tick(clock, now, runs);
  assert.equal(clock.time, 4000);
  assert.deepEqual([0, 61_000, 3_601_000].map(timeText), ['00:00', '01:01', '1:00:01']);
});
