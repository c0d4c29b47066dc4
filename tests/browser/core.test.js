// The core that pages have for hints, which the program contains: its answers beside those of the
// program that stands here, on the boards of whole solutions, and its words beside the tables of
// other languages. Where they differ, `tools/wasm.sh --hint` makes it anew. Run by
// tools/browser.sh.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { begin } from '../../src/export/page/js/state.js';
import { solutions } from '../../src/export/page/js/solve.js';
import { doStep } from '../../src/export/page/js/hint.js';
import { browser, draw } from './page.js';

await import('../../src/export/page/small/hint.js');
after(() => browser.close());
const solved = new Map();
async function hint(s, language) {
  if (!solved.has(s.givens)) solved.set(s.givens, (await solutions(s.givens))[0]);
  return globalThis.seeddbHint({ s, puzzle: { solution: solved.get(s.givens) } }, language);
}
const LEVELS = ['easy', 'hard', 'expert', 'beyond'];

const OTHERS = ['de', 'fr', 'es', 'ja'];
const tables = OTHERS.map((language) => readFileSync(join(import.meta.dirname, `../../src/core/rating/common/words/${language}.tsv`), 'utf8'));

test('the core tells the steps of the program, in five languages', async () => {
  let boards = 0;
  const cells = (text) => text.match(/r\dc\d/g).sort().join();
  for (const puzzle of LEVELS.flatMap((level) => draw(level, 4, 5))) {
    const steps = execFileSync(process.env.SEEDDB, ['explain', '--ladder', 'common', '--format', 'jsonl', puzzle], { encoding: 'utf8' }).trim().split('\n').map((line) => JSON.parse(line));
    const s = begin(puzzle.replaceAll('.', '0'));
    for (const { step, technique, effect } of steps) {
      const told = await hint(s, 'en');
      const where = `${puzzle} ${s.board.slice(0, 81).join('')}`;
      assert.deepEqual([told?.said, told?.name], [step, technique], where);
      const [language, table] = [OTHERS[boards % 4], tables[boards % 4]];
      const other = await hint(s, language);
      assert.ok(table.includes(`\t${other.name}\t`) && cells(other.said) === cells(step) && !/[{}]/.test(other.said), `${language} ${where}: ${other.said}`);
      doStep(s, told.step, false);
      // It does what the program says: a digit, or candidates.
      for (const [, r, c, sign, digits] of effect.join(' ').matchAll(/r(\d)c(\d)(=|<>)(\d+)/g)) {
        const cell = 9 * (r - 1) + (c - 1);
        for (const d of digits) assert.ok(sign === '=' ? s.board[cell] === +d : !(s.board[162 + cell] & (1 << d)), `${where}: ${effect}`);
      }
      boards++;
    }
  }
  assert.ok(boards > 800, `${boards} boards`);
});

test('it has no sentence in a language that has none, and no step on a board that is full', async () => {
  const [puzzle] = draw('easy', 1);
  const s = begin(puzzle.replaceAll('.', '0'));
  const told = await hint(s, 'pl');
  assert.deepEqual(Object.keys(told), ['name', 'pattern', 'step']);
  for (let next = told; next; next = await hint(s, 'pl')) doStep(s, next.step, false);
  assert.ok(s.board.slice(0, 81).every((d) => d > 0));
  // It is not asked where something else is to be told: a solved board, a wrong digit, a puzzle
  // without its solution.
  const [again, solution] = [begin(s.givens), s.board.slice(0, 81).join('')];
  for (const game of [{ solved: true }, { puzzle: { solution: solution.replace(/./g, (d) => (d % 9) + 1) } }, { puzzle: {} }]) {
    assert.equal(await globalThis.seeddbHint({ s: again, puzzle: { solution }, ...game }, 'en'), undefined);
  }
});
