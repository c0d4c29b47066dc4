// What a key costs on a CPU four times slower than this one: tools/browser.sh --keys PAGE...
// 3,000 keys on each page, in turns of 600, each drawn in a frame of its own: a hand presses no
// faster. Times are those of the processor that the thread of the page has used, in milliseconds a
// key, times four, of the best turn: of other work on the machine that is what does not count. All,
// and of that script, styles and layout; beside the frames of a page on which nothing changes, and
// of one with a text that each key changes: less than that no page takes.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { address, browser } from './page.js';

const [TURNS, KEYS, SLOWER] = [5, 600, 4];
const PARTS = { all: 'TaskDuration', script: 'ScriptDuration', styles: 'RecalcStyleDuration', layout: 'LayoutDuration' };
const EMPTY = '<!doctype html><html lang="en"><meta charset="utf-8"><title>x</title><body><p role="gridcell" tabindex="0">x';
const bare = { 'an empty page': EMPTY, 'one text': `${EMPTY}<script>let n = 0; onkeydown = () => (document.querySelector('p').firstChild.data = n++)</script>` };

async function opened(name, file) {
  const page = await browser.newPage({ viewport: { width: 390, height: 664 } });
  const session = await page.context().newCDPSession(page);
  await page.goto(address(file));
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const now = async () => new Map((await session.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]));
  return { page, now, name, turns: [] };
}
async function turn({ page, now, turns }) {
  await page.bringToFront();
  const before = await now();
  await page.evaluate(async (count) => {
    const keys = ['ArrowRight', '1', 'ArrowDown', 'x', '2', 'z', '3', 'ArrowLeft'];
    for (let i = 0; i < count; i++) {
      const key = keys[i % keys.length];
      const init = { key, code: /\d/.test(key) ? `Digit${key}` : '', bubbles: true, cancelable: true };
      for (const type of ['keydown', 'keyup']) document.querySelector('[role=gridcell][tabindex="0"]').dispatchEvent(new KeyboardEvent(type, init));
      await new Promise(requestAnimationFrame);
    }
  }, KEYS);
  const after = await now();
  turns.push(Object.fromEntries(Object.entries(PARTS).map(([part, name]) => [part, (1000 * SLOWER * (after.get(name) - before.get(name))) / KEYS])));
}
const pages = [];
for (const [name, text] of Object.entries(bare)) {
  const file = join(process.env.FOLDER, `${name}.html`);
  writeFileSync(file, text);
  pages.push(await opened(name, file));
}
for (const file of process.argv.slice(2)) pages.push(await opened(file, resolve(file)));
for (let i = 0; i < TURNS; i++) for (const page of pages) await turn(page);
for (const { name, turns } of pages) {
  const best = turns.reduce((least, one) => (one.all < least.all ? one : least));
  console.log(name, Object.fromEntries(Object.entries(best).map(([part, n]) => [part, +n.toFixed(2)])));
}
await browser.close();
