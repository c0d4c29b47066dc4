// How long pages take in Chromium on a CPU that is slowed four times, beside an empty page:
// tools/browser.sh --ready PAGE... Medians of 15, in milliseconds: until the script has run (the
// page can be played), until something is to be seen; and of that the script, styles and layout.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { address, browser } from './page.js';

const RUNS = 15;
const empty = join(process.env.FOLDER, 'empty.html');
writeFileSync(empty, '<!doctype html><html lang="en"><meta charset="utf-8"><title>x</title><body><p>x');

async function times(file) {
  const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await session.send('Performance.enable');
  await page.goto(address(file));
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  const { metrics } = await session.send('Performance.getMetrics');
  const of = Object.fromEntries(metrics.map(({ name, value }) => [name, 1000 * value]));
  const [ready, seen] = await page.evaluate(() => [performance.getEntriesByType('navigation')[0].domInteractive, performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN]);
  await context.close();
  return { ready, seen, script: of.ScriptDuration, styles: of.RecalcStyleDuration, layout: of.LayoutDuration };
}
for (const file of [empty, ...process.argv.slice(2).map((path) => resolve(path))]) {
  const all = [];
  for (let i = 0; i < RUNS; i++) all.push(await times(file));
  const median = (name) => Math.round(all.map((one) => one[name]).sort((a, b) => a - b)[RUNS >> 1]);
  console.log(file === empty ? 'an empty page' : file, Object.fromEntries(Object.keys(all[0]).map((name) => [name, median(name)])));
}
await browser.close();
