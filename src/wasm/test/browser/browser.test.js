// The package in Chromium: the numbers of the program, packs that windows share, the board; as
// modules, and as Vite puts them together.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, test } from 'node:test';
import { browser } from '../../../../tests/browser/page.js';
import { EASY, PACKAGE, ROOT, SEEDDB, native, puzzlesOf, seeddb } from '../home.js';

const TYPES = { '.js': 'text/javascript', '.html': 'text/html', '.css': 'text/css' };
const EXAMPLE = join(import.meta.dirname, 'example.html');
const map = '<script type="importmap">{"imports":{"seeddb":"/package/index.js","seeddb/board":"/package/board.js"}}</script>';
const pages = {
  '/': () => `<!doctype html><html lang="en">${map}<body>`,
  '/example': () => readFileSync(EXAMPLE, 'utf8').replace('<title>', `${map}<title>`),
};
async function served(folder = join(PACKAGE, '..')) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://x');
    const own = folder.endsWith('npm') && pages[pathname];
    const file = join(folder, pathname === '/' ? 'index.html' : pathname);
    response.writeHead(own || existsSync(file) ? 200 : 404, { 'content-type': TYPES[extname(pathname)] ?? 'text/html' });
    response.end(own ? own() : existsSync(file) ? readFileSync(file) : '');
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  after(() => server.close());
  return `http://127.0.0.1:${server.address().port}`;
}
const at = await served();
async function opened(url, context) {
  const own = context ?? (await browser.newContext());
  const page = await own.newPage();
  page.thrown = [];
  page.on('pageerror', (error) => page.thrown.push(error.message));
  await page.goto(url);
  return page;
}
after(() => browser.close());

test('the numbers of 2,000 puzzles', async () => {
  const page = await opened(at);
  const puzzles = puzzlesOf(+(process.env.SEEDDB_PUZZLES ?? 2000));
  const made = await page.evaluate(async (puzzles) => {
    const { canonAll, rateAll, solveAll } = await import('seeddb');
    return [await rateAll(puzzles), await solveAll(puzzles), await canonAll(puzzles), await rateAll(puzzles, { metric: 'se' })].map(({ rows }) => rows);
  }, puzzles);
  const wanted = SEEDDB
    ? [native(['rate'], puzzles), native(['solve'], puzzles), native(['canon'], puzzles).map(({ line, ...row }) => row), native(['rate', '--metric', 'se', '--canon'], puzzles)]
    : [puzzles.map((puzzle) => seeddb.rate(puzzle)), puzzles.map(seeddb.solve), puzzles.map(seeddb.canon), await Promise.all(puzzles.map((puzzle) => seeddb.rate(puzzle, { metric: 'se' })))];
  assert.deepEqual(made, wanted);
  assert.deepEqual(page.thrown, []);
});

test('windows share what was drawn, and a visit later remembers it', async () => {
  const context = await browser.newContext();
  const draw = (page) =>
    page.evaluate(async () => {
      const { Pack } = await import('seeddb');
      const [head, ...lines] = (await (await fetch('/package/seeds.tsv')).text()).split('\n');
      const seeds = [head, ...lines.filter((line) => line.split('\t')[2] === '5').slice(0, 2)].join('\n');
      const pack = await Pack.open({ seeds });
      const keys = [];
      for (let n = 0; n < 30; n++) keys.push((await pack.draw()).key);
      for (const { key } of await pack.drawAll(30)) keys.push(key);
      await pack.close();
      return keys;
    });
  const keys = (await Promise.all([draw(await opened(at, context)), draw(await opened(at, context))])).flat();
  keys.push(...(await draw(await opened(at, context))));
  assert.equal(new Set(keys).size, 180);
  await context.close();
});

const board = (page) => page.locator('sudoku-board');
const cells = (page) => page.locator('sudoku-board [role=gridcell]');

test('the board is played by keys: marks, a mistake, hints to the end', async () => {
  const page = await opened(at);
  await page.evaluate((puzzle) => {
    const element = document.createElement('sudoku-board');
    // Before it is defined.
    element.puzzle = puzzle;
    element.near = false;
    document.body.append(element);
    window.told = [];
    for (const name of ['change', 'solved', 'wrong']) element.addEventListener(name, (event) => window.told.push([name, event.detail.value]));
    return import('seeddb/board');
  }, EASY);
  assert.equal(await board(page).evaluate((element) => element.getAttribute('near')), 'off');
  await cells(page).nth(2).click();
  await page.keyboard.press('Shift+Digit4');
  await page.keyboard.press('1');
  assert.match(await cells(page).nth(2).getAttribute('aria-label'), /row 1, column 3: 1/);
  assert.match(await cells(page).nth(2).getAttribute('part'), /cell.*selected/);
  await page.keyboard.press('h');
  await page.waitForFunction(() => /mistake/.test(document.querySelector('sudoku-board').shadowRoot.getElementById('say').textContent));
  await page.keyboard.press('Control+z');
  // It goes on where it was after a move, and what was kept can be set again.
  const [before, moved, kept] = await board(page).evaluate((element) => {
    const before = element.value;
    const place = document.createElement('section');
    document.body.append(place);
    place.append(element);
    const other = document.createElement('sudoku-board');
    other.puzzle = element.puzzle;
    other.state = element.state;
    return [before, element.value, other.state.log.length];
  });
  assert.equal(before, moved);
  assert.equal(kept > 0, true);
  // Dragging selects.
  const [from, to] = [await cells(page).nth(0).boundingBox(), await cells(page).nth(4).boundingBox()];
  await page.mouse.move(from.x + 9, from.y + 9);
  await page.mouse.down();
  await page.mouse.move(to.x + 9, to.y + 9, { steps: 12 });
  await page.mouse.up();
  assert.ok((await page.locator('sudoku-board .selected').count()) > 2);
  await board(page).evaluate((element) => {
    for (let n = 0; n < 400 && !element.solved; n++) element.run('hint');
  });
  assert.equal(await board(page).evaluate((element) => element.value), seeddb.solve(EASY).solution);
  const told = await page.evaluate(() => window.told);
  assert.deepEqual(told.at(-1), ['solved', seeddb.solve(EASY).solution]);
  assert.match(await page.locator('sudoku-board #say').textContent(), /Solved/);
  await board(page).evaluate((element) => (element.puzzle = '..4'));
  assert.equal((await page.evaluate(() => window.told)).at(-1)[0], 'wrong');
  await board(page).evaluate((element) => ((element.lang = 'de'), element.remove(), document.body.append(element)));
  assert.match(await cells(page).nth(0).getAttribute('aria-label'), /Zeile/);
  assert.deepEqual(page.thrown, []);
});

async function playsExample(url) {
  const context = await browser.newContext();
  const page = await opened(url, context);
  await page.waitForFunction(() => /·/.test(document.getElementById('about').textContent));
  const first = await board(page).evaluate((element) => element.puzzle);
  await page.selectOption('#level', 'expert');
  await page.click('#next');
  await page.waitForFunction(() => /expert/.test(document.getElementById('about').textContent));
  const second = await board(page).evaluate((element) => element.puzzle);
  assert.notEqual(first, second);
  assert.equal(seeddb.rate(second).level, 'expert');
  const open = [...second].indexOf('.');
  await cells(page).nth(open).click();
  await page.keyboard.press(seeddb.solve(second).solution[open]);
  const value = await board(page).evaluate((element) => element.value);
  await page.reload();
  await page.waitForFunction((value) => document.querySelector('sudoku-board').value === value, value);
  assert.deepEqual(page.thrown, []);
  await context.close();
}
test('the example', () => playsExample(`${at}/example`));

test('the example as a stranger makes it: npm install, Vite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'seeddb-'));
  after(() => rmSync(folder, { recursive: true }));
  const run = (command, ...args) => execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  run('npm', 'install', '--silent', '--no-audit', '--no-fund', join(ROOT, `target/npm/seeddb-${version}.tgz`), 'vite@7');
  const first = execFileSync('node', ['-e', "import('seeddb').then(async ({ Pack }) => console.log((await (await Pack.open({ memory: { file: 'drawn.txt' } })).draw({ level: 'easy' })).puzzle))"], { cwd: folder, encoding: 'utf8' });
  assert.equal(seeddb.rate(first).level, 'easy');
  copyFileSync(EXAMPLE, join(folder, 'index.html'));
  run('npx', 'vite', 'build', '--logLevel', 'error');
  await playsExample(`${await served(join(folder, 'dist'))}/`);
});
