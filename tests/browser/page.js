// What the tests of the page share: pages made by the program, a browser, and a player who has only
// keys.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const { SEEDDB, FOLDER } = process.env;
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ARGS });

// Puzzles of some levels, always the same.
export function draw(level, count, seed = 1) {
  const args = ['--quiet', '--create', '--db', join(FOLDER, 'test.redb'), 'draw', '--level', level, '--count', count, '--rng-seed', seed, '--format', 'sdm'];
  return execFileSync(SEEDDB, args, { encoding: 'utf8' }).trim().split('\n');
}

// A page with these puzzles.
export function make(name, puzzles, ...flags) {
  const file = join(FOLDER, `${name}.html`);
  execFileSync(SEEDDB, ['--quiet', 'convert', '-', '-o', file, '--force', ...flags], { input: puzzles.join('\n') });
  return file;
}
export const address = (file) => pathToFileURL(file).href;

// Opens a page; whatever it throws fails the test that closes it.
export async function open(url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.thrown = [];
  page.asked = [];
  page.on('pageerror', (error) => page.thrown.push(error.message));
  page.on('console', (message) => message.type() === 'error' && page.thrown.push(message.text()));
  page.on('request', (request) => page.asked.push(request.url()));
  await page.goto(url);
  return page;
}

export const said = (page) => page.locator('#say').textContent();
// Waits until the page says something, and whether it is this.
export const says = (page, words) => page.locator('#say').filter({ hasText: words }).waitFor({ state: 'attached' });
// Asks for a hint, and what is said of it: it may have to be loaded and worked out.
export async function ask(page) {
  await page.evaluate(() => (document.getElementById('say').textContent = ''));
  await page.keyboard.press('h');
  const said = await page.waitForFunction(() => /[^…]$/.test(document.getElementById('say').textContent) && document.getElementById('say').textContent);
  return said.jsonValue();
}
export const data = (page) => page.evaluate(() => JSON.parse(document.getElementById('data').textContent));
export const digits = (page) => page.evaluate(() => [...document.querySelectorAll('[role=gridcell]')].map((cell) => cell.querySelector('b')?.textContent ?? '0').join(''));
// Waits until the page shows a puzzle, a point standing for anything: the address changes before
// the page acts on it.
export const shows = (page, givens) =>
  page.waitForFunction(
    (givens) => [...document.querySelectorAll('[role=gridcell]')].every((cell, i) => givens[i] === '.' || (cell.querySelector('b')?.textContent ?? '0') === givens[i]),
    givens,
  );
// Reloads until something holds. A reload may start another process, and Chromium does not promise
// that it reads at once what the last process stored: it was seen once, under load. The page then
// follows the event of the storage.
export async function reloadUntil(page, holds) {
  for (let n = 0; n < 20; n++) {
    await page.reload();
    if (await holds()) return;
  }
  throw new Error('it never held after 20 reloads');
}
// What the page finds in its storage when it is loaded next: written by the process that loads it,
// as what another one wrote may not be seen at once.
export const keep = (page, key, text) => page.addInitScript(([key, text]) => localStorage.setItem(key, text), [key, text]);
export const label = (page, cell) => page.locator('[role=gridcell]').nth(cell).getAttribute('aria-label');
// Where the board and its nine keys are on the screen.
export const layout = (page) => page.evaluate(() => {
  const box = (element) => element.getBoundingClientRect().toJSON();
  return { board: box(document.getElementById('board')), keys: [...document.querySelectorAll('#pad button')].map(box) };
});
export const isSolved = (page) => page.locator('#board.solved').count();

// Moves to a cell by arrows from where the focus is.
export async function walk(page, cell) {
  const at = await page.evaluate(() => [...document.querySelectorAll('[role=gridcell]')].findIndex((c) => c.tabIndex === 0));
  const [down, right] = [Math.floor(cell / 9) - Math.floor(at / 9), (cell % 9) - (at % 9)];
  // A step away and back, so that the cell is selected also if it is where the focus is.
  const keys = [...Array(Math.abs(down)).fill(down > 0 ? 'ArrowDown' : 'ArrowUp'), ...Array(Math.abs(right)).fill(right > 0 ? 'd' : 'a')];
  for (const key of keys.length ? keys : ['ArrowLeft', 'ArrowRight']) await page.keyboard.press(key);
}

// Enters a solution, without the cells `but`.
export async function enter(page, { givens, solution }, but = []) {
  await page.locator('[role=gridcell]').first().click();
  for (const [cell, digit] of [...solution].entries()) {
    if (givens[cell] !== '0' || but.includes(cell)) continue;
    await walk(page, cell);
    await page.keyboard.press(digit);
  }
}

// Begins again: Restart asks before it clears a board.
export async function restart(page, name = 'Restart') {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

export const served = async (files) => {
  const server = createServer((request, response) => {
    const file = files[new URL(request.url, 'http://x').pathname];
    response.writeHead(file ? 200 : 404, { 'content-type': 'text/html' });
    response.end(file && (file.endsWith('.html') ? readFileSync(file) : file));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { at: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
};
