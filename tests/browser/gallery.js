// Pictures of the page and of a site at three widths, light and dark, for people to look at:
// tools/gallery/pages.sh. A sheet has the three widths of a scene side by side. `README` is the one
// that stands in the README.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { address, browser, data, draw, make } from './page.js';

const { SEEDDB, FOLDER } = process.env;
const OUT = resolve(process.argv[2]);
const README = process.argv[3] && resolve(process.argv[3]);
const WIDTHS = [360, 768, 1280];
mkdirSync(OUT, { recursive: true });

const run = (...args) => execFileSync(SEEDDB, ['--quiet', '--db', join(FOLDER, 'site.redb'), ...args]);
writeFileSync(join(FOLDER, 'site.toml'), 'name = "The Courier"\ncredit = "by Ann"\nimprint = "Courier Ltd"\nlogo = "logo.svg"\nseries = ["daily", "Sundays"]\n[colours]\naccent = "#7a1f1f"\n');
writeFileSync(join(FOLDER, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="18" fill="#7a1f1f"/></svg>');
const fill = (name, days, ramp) => run('--create', 'series', 'fill', name, '2028-01-01', '--days', days, '--ramp', ramp, '--draw', '--rng-seed', '7');
fill('daily', '70', 'mon..fri:easy,sat..sun:hard');
fill('Sundays', '10', 'sun:medium');
const SITE = join(FOLDER, 'public');
const write = () => run('export', '--format', 'site', '--site', join(FOLDER, 'site.toml'), '--to', '2028-03-05', '-o', SITE);
write();
run('series', 'withdraw', 'daily', '2028-03-03');
write();

const press = async (page, keys) => {
  for (const key of keys.split(' ')) await page.keyboard.press(key);
};
// Keys for centre marks, among them the right one.
const centre = (d, count) => [0, 1, 2, 3, 4, 5].slice(0, count).map((i) => `Control+Digit${((+d - 1 + 2 * i) % 9) + 1}`).join(' ');
// Some digits as a solver puts them, with marks, colours and a mistake, and the second stage of a
// hint.
async function begun(page) {
  const { solution, givens } = (await data(page)).puzzles[0];
  const open = [...givens].flatMap((d, c) => (d === '0' ? [c] : []));
  const cell = (c) => page.locator('[role=gridcell]').nth(c);
  for (const c of open.slice(0, 6)) {
    await cell(c).click();
    await press(page, solution[c]);
  }
  await cell(open[8]).click();
  await press(page, `Shift+Digit1 Shift+Digit4 Shift+Digit7 ${centre(solution[open[8]], 3)}`);
  await cell(open[9]).click();
  await press(page, centre(solution[open[9]], 6));
  await cell(open[12]).click();
  await press(page, 'Control+Shift+Digit1 Control+Shift+Digit5');
  await cell(open[13]).click();
  await press(page, 'Control+Shift+Digit9 Shift+Digit2 Shift+Digit3 Shift+Digit5 Shift+Digit6 Shift+Digit8');
}
const unfold = (page) => page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));
const hard = draw('hard', 1, 3);
const long = 'The very long title of a puzzle that somebody set on a rainy Sunday afternoon';

// Name, address, and what is done there.
const SCENES = [
  ['page', address(make('one', hard)), () => {}],
  ['marks', address(make('one', hard)), begun],
  ...[1, 2, 3].map((stage) => [`hint${stage}`, address(make('one', hard)), (page) => press(page, Array(stage).fill('h').join(' '))]),
  ['paper', address(make('four', draw('easy', 4))), async (page) => {
    await page.locator('summary', { hasText: 'Print' }).click();
    await page.locator('#more select').selectOption('4');
    await page.getByLabel('with solution').check();
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
  }],
  ['wrong', address(make('one', hard)), async (page) => {
    const { solution, givens } = (await data(page)).puzzles[0];
    const c = givens.indexOf('0');
    await page.locator('[role=gridcell]').nth(c).click();
    await press(page, `${[1, 2, 3, 4, 5, 6, 7, 8, 9].find((d) => `${d}` !== solution[c] && givens.slice(9 * Math.floor(c / 9), 9 * Math.floor(c / 9) + 9).includes(d))} k v`);
  }],
  ['folds', address(make('long', draw('easy', 3), '--title', long, '--credit', 'by somebody', '--language', 'de')), async (page) => {
    await begun(page);
    await unfold(page);
  }],
  ['right-to-left', address(make('rtl', hard, '--title', 'سودوكو الأحد رقم 12', '--language', 'fr')), () => {}],
  ['solved', address(make('one', hard)), async (page) => {
    const { solution, givens } = (await data(page)).puzzles[0];
    for (const [c, d] of [...solution].entries()) {
      if (givens[c] > 0) continue;
      await page.locator('[role=gridcell]').nth(c).click();
      await press(page, d);
    }
  }],
  ['site', address(join(SITE, 'index.html')), () => {}],
  ['archive', address(join(SITE, 'archive.html')), (page) => page.locator('#months a').first().waitFor()],
  ['withdrawn', address(join(SITE, '2028/03/03/index.html')), (page) => page.getByText('was withdrawn').last().waitFor()],
  ['embed', address(join(SITE, 'embed.html')), async (page) => {
    await page.locator('#more details').last().waitFor();
    await page.locator('#more summary').last().click();
  }],
];

async function open(url, width, colorScheme, height = 800) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
  await context.clock.install({ time: new Date('2028-03-04T12:00:00Z') });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}
async function shot(scene, width, colorScheme) {
  const [name, url, act] = scene;
  const page = await open(url, width, colorScheme);
  if (name !== 'withdrawn' && name !== 'archive') await page.locator('[role=gridcell]').first().waitFor();
  await act(page);
  // A picture of the whole page is as high as the page was in the last frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const picture = await page.screenshot({ fullPage: true });
  await page.context().close();
  return picture;
}

if (README) {
  const page = await open(address(make('readme', hard, '--title', 'Sudoku')), 900, 'light', 600);
  await begun(page);
  await press(page, 'Escape h h');
  writeFileSync(README, await page.screenshot({ clip: { x: 0, y: 0, width: 900, height: 600 } }));
} else {
  for (const scene of SCENES) {
    for (const scheme of ['light', 'dark']) {
      const pictures = [];
      for (const width of WIDTHS) pictures.push(await shot(scene, width, scheme));
      const sheet = await browser.newPage({ viewport: { width: WIDTHS.reduce((a, b) => a + b) + 60, height: 400 } });
      const images = pictures.map((data) => `<img src="data:image/png;base64,${data.toString('base64')}">`).join('');
      await sheet.setContent(`<body style="margin:10px;display:flex;gap:20px;align-items:start;background:#888">${images}`);
      await sheet.screenshot({ path: join(OUT, `${scene[0]}-${scheme}.png`), fullPage: true });
      await sheet.close();
    }
  }
}
await browser.close();
