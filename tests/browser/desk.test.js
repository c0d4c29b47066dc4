// The editor's desk in Chromium: a newspaper's year by mouse, days that change, a week approved,
// every page read by axe. Run by tools/browser.sh.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { browser } from './page.js';

const { SEEDDB, FOLDER, SCREENSHOTS } = process.env;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const DB = join(FOLDER, 'desk.redb');
const OUT = join(FOLDER, 'files');
const run = (...args) => execFileSync(SEEDDB, ['--quiet', '--db', DB, ...args], { encoding: 'utf8' });
const json = (...args) => JSON.parse(run(...args, '--format', 'json'));
let desk;

// A server of the database; with a port again where one was.
async function serve(port = 0, ...flags) {
  const process = spawn(SEEDDB, ['--db', DB, '--create', 'serve', '--port', String(port), ...flags], { stdio: ['ignore', 'pipe', 'ignore'] });
  const lines = createInterface({ input: process.stdout });
  const told = [];
  for await (const line of lines) {
    told.push(line);
    if (line.includes('/#t=') || (flags.includes('--token-file') && told.length === 2)) break;
  }
  const [api, , address = told[1]] = told;
  const ended = new Promise((done) => process.once('exit', done));
  return { address, at: api.replace('/api/v1', ''), port: Number(new URL(api).port), end: () => (process.kill('SIGTERM'), ended) };
}
async function open(options = {}, desks = 'Desk') {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'], ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.thrown = [];
  page.on('pageerror', (error) => page.thrown.push(error.message));
  // Forms that are not filled in right are answered with a problem, which the page shows.
  page.on('console', (message) => message.type() === 'error' && !/40\d|412|422|ERR_CONNECTION/.test(message.text()) && page.thrown.push(message.text()));
  await page.goto(desk.address);
  await page.getByRole('navigation', { name: desks }).waitFor();
  return page;
}
async function close(page) {
  assert.deepEqual(page.thrown, []);
  await page.context().close();
}
const days = () => json('series', 'show', 'daily').filter((row) => row.state !== 'withdrawn');
const offered = (form) => form.locator('[data-post]:enabled');

before(async () => {
  // Commands that pages tell begin with `seeddb`.
  mkdirSync(join(FOLDER, 'bin'));
  symlinkSync(SEEDDB, join(FOLDER, 'bin/seeddb'));
  mkdirSync(OUT);
  desk = await serve(0, '--out', OUT);
});
after(async () => {
  await desk.end();
  await browser.close();
});

test('the token goes from the address into a cookie that no script reads', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${desk.at}/batches`);
  await page.getByLabel('Token').fill('wrong');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByText('this is no token').waitFor();
  await page.goto(desk.address);
  await page.getByRole('heading', { name: 'Series', exact: true }).waitFor();
  assert.equal(new URL(page.url()).hash, '');
  assert.ok(!(await page.evaluate(() => document.cookie + JSON.stringify(localStorage))).includes('seeddb'));
  const [cookie] = await context.cookies();
  assert.deepEqual([cookie.httpOnly, cookie.sameSite, cookie.path], [true, 'Lax', '/']);
  assert.ok(!desk.address.includes(cookie.value));
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Token').waitFor();
  assert.equal((await context.cookies()).length, 0);
  await context.close();
});

test('a newspaper’s year is made from an empty database by mouse alone', async () => {
  const page = await open();
  await page.getByLabel('From').fill('2027-01-01');
  await page.getByLabel('Sun').selectOption('hard');
  await page.getByText('365 days without a puzzle').waitFor();
  await page.getByRole('button', { name: 'Draw and fill 365 days' }).click();
  await page.waitForURL(/series\/daily\?year=2027/, { timeout: 120_000 });
  assert.equal(await page.locator('.day[data-has]').count(), 365);
  await page.getByText('365 days with a puzzle').waitFor();
  const rows = days();
  assert.equal(rows.length, 365);
  assert.ok(rows.every((row) => new Date(row.date).getUTCDay() !== 0 || row.level === 'hard'));
  const first = page.locator('[data-day="2027-01-03"]');
  assert.match(await first.locator('.unseen').textContent(), new RegExp(`^Sun 3 January 2027: hard, score \\d+, ${rows[2].id}$`));
  assert.equal(await first.locator('.letter').textContent(), 'H');
  await first.hover();
  assert.match(await page.locator('#tip').textContent(), /hard, score/);
  // What is done is not offered again, and more days are.
  await page.getByText('366 days without a puzzle, from 2028-01-01').waitFor();
  await close(page);
});

test('a day is dragged to another, by mouse and by keys, and both change places', async () => {
  const page = await open();
  await page.goto(`${desk.at}/series/daily?year=2027`);
  const before = new Map(days().map((row) => [row.date, row.id]));
  await page.locator('[data-day="2027-03-14"]').dragTo(page.locator('[data-day="2027-03-17"]'));
  const dialog = page.getByRole('dialog');
  await dialog.getByText('changes places with Wed 17 March 2027').waitFor();
  await dialog.getByLabel('Reason').fill('it’s St Patrick’s day');
  await dialog.getByText('--reason').waitFor();
  const command = await dialog.locator('code').textContent();
  await Promise.all([page.waitForEvent('load'), dialog.getByRole('button', { name: 'Change places' }).click()]);
  let after = new Map(days().map((row) => [row.date, row.id]));
  assert.equal(after.get('2027-03-14'), before.get('2027-03-17'));
  assert.equal(after.get('2027-03-17'), before.get('2027-03-14'));
  // The command that was told does the same: here it puts both back.
  execFileSync('sh', ['-c', command], { cwd: FOLDER, env: { PATH: `${join(FOLDER, 'bin')}:/usr/bin:/bin` } });
  assert.deepEqual(new Map(days().map((row) => [row.date, row.id])), before);

  await page.locator('[data-day="2027-01-01"]').focus();
  for (const key of ['ArrowDown', 'ArrowRight', 'm', 'ArrowLeft', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await dialog.getByText('Sat 9 January 2027').waitFor();
  assert.equal(await dialog.getByLabel('To').inputValue(), '2027-01-01');
  await dialog.getByRole('button', { name: 'Change places' }).focus();
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
  after = new Map(days().map((row) => [row.date, row.id]));
  assert.equal(after.get('2027-01-01'), before.get('2027-01-09'));
  await close(page);
});

test('a day gets another puzzle, one is withdrawn, and the gap is filled', async () => {
  run('draw', '--level', 'hard', '--count', '3');
  const page = await open();
  await page.goto(`${desk.at}/series/daily/2027-02-07`);
  const old = days().find((row) => row.date === '2027-02-07').id;
  await page.getByText('Replace the puzzle').click();
  const form = page.locator('details[open] form', { hasText: 'Or the id of another' });
  await form.getByText('choose one of the puzzles').waitFor();
  await form.getByRole('radio').nth(1).check();
  await form.getByLabel('Reason').fill('printed in 2024');
  await form.getByText('--reason').waitFor();
  await Promise.all([page.waitForEvent('load'), form.getByRole('button', { name: 'Replace' }).click()]);
  await page.getByText('Withdrawn from this day').waitFor();
  const fresh = days().find((row) => row.date === '2027-02-07');
  assert.ok(fresh.id !== old && fresh.level === 'hard');
  assert.equal(json('show', old)[0].note, 'printed in 2024');
  await page.getByText('Withdraw it').click();
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Withdraw' }).click()]);
  await page.getByText('No puzzle runs on this day.').waitFor();
  await page.goto(`${desk.at}/series/daily?year=2027`);
  assert.match(await page.locator('.gap .unseen').textContent(), /7 February 2027: no puzzle: a gap/);
  const fill = page.locator('section', { hasText: 'What is missing' });
  await fill.getByLabel('From').fill('2027-02-07');
  await fill.getByLabel('Days', { exact: true }).fill('1');
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Draw and fill 1 day' }).click()]);
  await page.locator('.months').waitFor();
  assert.equal(await page.locator('.gap').count(), 0);
  await close(page);
});

test('a puzzle of a full series is replaced by one of three that are drawn for it', async () => {
  const page = await open();
  const of = (date) => days().find((row) => row.date === date);
  const { id: old, level } = of('2027-04-07');
  await page.goto(`${desk.at}/series/daily/2027-04-07`);
  await page.getByText('Replace the puzzle').click();
  await page.getByText(`No drawn puzzle of level ${level} is unused`).waitFor();
  await page.getByRole('button', { name: 'Draw 3 to choose from' }).click();
  const choice = page.getByRole('radio');
  await choice.first().waitFor();
  assert.equal(await choice.count(), 3);
  const shown = await choice.evaluateAll((all) => all.map((one) => one.value));
  assert.deepEqual(shown.map((id) => json('show', id)[0].level), [level, level, level]);
  await choice.nth(2).check();
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: `Replace by ${shown[2]}` }).click()]);
  await page.getByText('Withdrawn from this day').waitFor();
  assert.notEqual(of('2027-04-07').id, old);
  assert.equal(of('2027-04-07').id, shown[2]);
  await close(page);
});

test('after Back, what is pressed is what the form shows', async () => {
  const page = await open();
  const approved = () => days().filter((row) => row.approved_by === 'Bob').map((row) => row.date);
  await page.goto(`${desk.at}/series/daily/2027-05-12/week`);
  await page.getByLabel('Your name').fill('Bob');
  for (const day of ['Mon 10', 'Tue 11', 'Wed 12']) await page.getByLabel(day).uncheck();
  await page.getByRole('button', { name: 'Approve 4 days' }).waitFor();
  await page.locator('.proof .id a').first().click();
  await page.waitForURL(/puzzles/);
  await page.goBack();
  assert.equal(await page.getByLabel('Tue 11').isChecked(), false);
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Approve 4 days' }).click()]);
  await page.getByText('Take approvals back').waitFor();
  assert.deepEqual(approved(), ['2027-05-13', '2027-05-14', '2027-05-15', '2027-05-16']);

  // Approvals are taken back where they were given.
  await page.getByText('Take approvals back').click();
  const back = page.locator('details[open] form');
  await back.getByLabel('Sun 16').uncheck();
  await Promise.all([page.waitForEvent('load'), back.getByRole('button', { name: 'Take back 3 days' }).click()]);
  await page.getByText('Take approvals back').waitFor();
  assert.deepEqual(approved(), ['2027-05-16']);

  await page.goto(`${desk.at}/draw`);
  await page.locator('select[name=level]').selectOption('hard');
  await page.locator('[name=count]').fill('3');
  await page.getByRole('button', { name: 'Draw 3 puzzles' }).click();
  await page.waitForURL(/batches\/\d+$/, { timeout: 60_000 });
  await page.goBack();
  await page.getByRole('button', { name: 'Draw 3 puzzles' }).waitFor();
  assert.equal(await page.locator('select[name=level]').inputValue(), 'hard');
  // A field that changes without a word to the page: nothing is drawn, and the button says what the
  // form shows.
  const batches = json('batches').length;
  await page.locator('[name=count]').evaluate((field) => (field.value = '7'));
  await page.getByRole('button', { name: 'Draw 3 puzzles' }).click();
  await page.getByText('Nothing was done').waitFor();
  await page.getByRole('button', { name: 'Draw 7 puzzles' }).waitFor();
  assert.equal(json('batches').length, batches);
  await close(page);
});

test('a page that shows what was there before changes nothing', async () => {
  const page = await open();
  const before = days();
  await page.goto(`${desk.at}/series/daily/2027-06-10`);
  const year = await open();
  await year.goto(`${desk.at}/series/daily?year=2027`);
  run('series', 'swap', 'daily', '2027-06-10', '2027-06-13');
  await page.getByText('Withdraw it').click();
  await page.getByText('has another puzzle than this page shows').waitFor();
  await year.locator('[data-day="2027-06-10"]').dragTo(year.locator('[data-day="2027-06-11"]'));
  await year.getByRole('dialog').getByText('has another puzzle than this page shows').waitFor();
  // Between the offer and the press.
  await page.reload();
  await page.getByText('Withdraw it').click();
  await page.getByRole('button', { name: 'Withdraw' }).waitFor();
  run('series', 'swap', 'daily', '2027-06-10', '2027-06-13');
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('has another puzzle than this page shows').waitFor();
  assert.deepEqual(days(), before);
  await close(year);
  await close(page);
});

test('a week is approved under a name', async () => {
  const page = await open();
  await page.goto(`${desk.at}/series/daily/2027-01-06/week`);
  assert.equal(await page.locator('.proof').count(), 7);
  await page.getByLabel('Your name').fill('Ann Smith');
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Approve 7 days' }).click()]);
  await page.getByText('All days are approved').waitFor();
  // What is approved is exported, as the command that is told exports it.
  await page.getByText('7 days of these are approved').waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download daily-2027-01-04.csv' }).click()]);
  assert.equal(file.suggestedFilename(), 'daily-2027-01-04.csv');
  const told = await page.locator('.offer code').textContent();
  execFileSync('sh', ['-c', told], { cwd: FOLDER, env: { PATH: `${join(FOLDER, 'bin')}:/usr/bin:/bin` }, stdio: 'pipe' });
  const rows = readFileSync(await file.path(), 'utf8');
  assert.equal(rows, readFileSync(join(FOLDER, 'daily-2027-01-04.csv'), 'utf8'));
  assert.equal(rows.trim().split('\n').length, 8);
  const approved = days().filter((row) => row.approved_by === 'Ann Smith');
  assert.deepEqual(approved.map((row) => row.date).join(), Array.from({ length: 7 }, (_, day) => `2027-01-${String(day + 4).padStart(2, '0')}`).join());
  assert.ok(approved.every((row) => row.approved));
  await page.goto(`${desk.at}/series/daily?year=2027`);
  assert.match(await page.locator('[data-day="2027-01-05"] .unseen').textContent(), /approved by Ann Smith/);
  await close(page);
});

test('an editor comes by a link from a mail, signs in once, changes, and does not approve', async () => {
  const token = run('serve', 'users', 'add', 'Ben', '--role', 'edit').trim();
  const context = await browser.newContext();
  const page = await context.newPage();
  const link = `${desk.at}/series/daily/2027-05-05`;
  await page.goto(link);
  await page.getByLabel('Token').fill(token);
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Open', exact: true }).click()]);
  await page.getByRole('heading', { name: 'Wed 5 May 2027' }).waitFor();
  assert.equal(page.url(), link);
  for (const words of ['Approve it', 'Withdraw it', 'Publish']) assert.equal(await page.getByText(words, { exact: true }).count(), 0, words);
  const refused = await page.evaluate(async () => {
    const body = JSON.stringify({ by: 'Ann', days: [{ date: '2027-05-05' }] });
    const answer = await fetch('/api/v1/series/daily/approvals', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return [answer.status, (await answer.json()).detail];
  });
  assert.deepEqual(refused, [403, 'Ben has the role edit, and this needs the role approve']);
  const before = days();
  const { id } = before.find((row) => row.date === '2027-05-05');
  await page.getByText('Move it to another day').click();
  await page.locator('details[open] [name=to]').fill('2027-05-06');
  await page.locator('details[open]', { hasText: 'Move it' }).getByLabel('Reason').fill('too easy');
  await page.getByText('--reason').waitFor();
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Change places' }).click()]);
  assert.equal(json('show', id)[0].note, 'too easy (Ben)');
  // Undone, done again, and undone once more.
  const step = async (words, button) => {
    await page.getByText(words).click();
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: button, exact: true }).click()]);
    return JSON.stringify(days().map((row) => [row.date, row.id]));
  };
  const undone = JSON.stringify(before.map((row) => [row.date, row.id]));
  assert.equal(await step('Undo the last change', 'Undo'), undone);
  assert.notEqual(await step('Do again what was undone', 'Do again'), undone);
  assert.equal(await page.getByText('Do again what was undone').count(), 0);
  assert.equal(await step('Undo the last change', 'Undo'), undone);
  const [cookie] = await context.cookies();
  await page.getByRole('button', { name: 'Sign out Ben' }).click();
  await page.getByLabel('Token').waitFor();
  // The session is over at the server, whoever kept its cookie.
  await context.addCookies([cookie]);
  await page.goto(link);
  await page.getByLabel('Token').waitFor();
  run('serve', 'users', 'remove', 'Ben');
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByText('this is no token').waitFor();
  await context.close();
});

test('an id, a day and words are found from any page', async () => {
  const page = await open();
  const { id } = days()[3];
  const find = async (words) => {
    await page.getByRole('searchbox', { name: 'Search for an id' }).fill(words);
    await page.keyboard.press('Enter');
    await page.waitForURL(/search/);
  };
  await find(id);
  await page.getByRole('link', { name: id }).waitFor();
  await find('2027-02-09');
  await Promise.all([page.waitForURL(/daily\/2027-02-09/), page.getByRole('link', { name: 'daily, 2027-02-09' }).click()]);
  await find('patrick');
  await page.getByText('it’s St Patrick’s day').first().waitFor();
  await find('nobody wrote this');
  await page.getByText('Nothing was found').waitFor();
  await close(page);
});

test('days are published as files to load, and into the folder; the page is seen before as readers will see it', async () => {
  const page = await open();
  await page.goto(`${desk.at}/publish`);
  const form = page.locator('section', { hasText: 'Days of a series' });
  await form.getByLabel('From').fill('2027-01-04');
  for (const [format, name, begin] of [['pdf', 'daily-2027-01-04.pdf', '%PDF'], ['svg', 'daily-2027-01-04.zip', 'PK'], ['html', 'daily-2027-01-04.html', '<!'], ['site', 'daily-2027-01-04.zip', 'PK']]) {
    await form.locator('[name=format]').selectOption(format);
    await form.locator('code', { hasText: `--format ${format}` }).waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), form.getByRole('button', { name: `Download ${name}` }).click()]);
    assert.ok(readFileSync(await file.path(), 'latin1').startsWith(begin), format);
  }
  await form.getByLabel('Into the folder').check();
  await form.getByRole('button', { name: 'Write daily-2027-01-04.zip' }).click();
  await form.getByText('is in the folder of the server').waitFor();
  assert.ok(readdirSync(OUT).some((name) => /^export-.*zip$/.test(name)));
  await page.goto(`${desk.at}/series/daily/2027-01-05`);
  await page.getByText('As readers will see it').click();
  await page.frameLocator('iframe.preview').locator('#data').waitFor({ state: 'attached' });
  await close(page);
});

test('the desk speaks German where the browser does, until the other language is chosen', async () => {
  const page = await open({ locale: 'de-DE' }, 'Redaktion');
  await page.goto(`${desk.at}/series/daily/2027-01-05`);
  await page.getByRole('heading', { name: 'Di., 5. Januar 2027' }).waitFor();
  await page.getByText('Die letzte Änderung rückgängig machen').waitFor();
  assert.match(await page.evaluate(async () => (await fetch('/batches/1/scores.svg')).text()), /Lieferung 1/);
  assert.equal(await page.locator('html').getAttribute('lang'), 'de');
  assert.match(await page.locator('main > .command code').textContent(), /series show daily --from 2027-01-05/);
  await page.evaluate(AXE);
  assert.deepEqual((await page.evaluate(() => globalThis.axe.run())).violations.map((one) => one.id), []);
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'English' }).click()]);
  await page.getByRole('heading', { name: 'Tue 5 January 2027' }).waitFor();
  await page.getByRole('button', { name: 'Deutsch' }).waitFor();
  await close(page);
});

test('moments are those of the reader’s time zone; digits of a printed proof are 2.5 mm high', async () => {
  const page = await open({ timezoneId: 'Asia/Tokyo', viewport: { width: 718, height: 1000 } });
  await page.goto(`${desk.at}/series/daily/2027-01-04/week`);
  const { approved } = days().find((row) => row.date === '2027-01-04');
  const told = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Tokyo' }).format(new Date(approved));
  assert.equal((await page.locator('.proof time').first().textContent()).replace(/\s/g, ' '), told.replace(/\s/g, ' '));
  // A page of A4 without its margins; a digit is 52 % of a cell, as lines need a part of the board.
  await page.emulateMedia({ media: 'print' });
  const widths = await page.locator('.proof img').evaluateAll((all) => all.map((image) => image.getBoundingClientRect().width));
  assert.equal(widths.length, 14);
  const least = ((Math.min(...widths) * 25.4) / 96 / 9) * 0.52 * 0.985;
  assert.ok(least >= 2.5, `${least} mm`);
  await close(page);
});

test('after Back on each form, the button does what the form shows', async () => {
  const page = await open();
  for (const [path, name, value] of [['/draw', 'count', '7'], ['/books', 'level easy', '24'], ['/seeds', 'minutes', '7'], ['/setter', 'text', '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'], ['/publish', 'days', '6'], ['/series/daily?year=2027', 'days', '5'], ['/series?new', 'days', '4'], ['/series/daily/2027-01-04/week', 'days', '3']]) {
    await page.goto(desk.at + path);
    const field = page.locator(`main form.live:visible [name="${name}"]:visible`).first();
    await field.waitFor();
    const type = await field.getAttribute('type');
    await (type === 'checkbox' ? field.uncheck() : field.fill(value));
    await page.goto(`${desk.at}/batches`);
    await page.goBack();
    await page.waitForFunction(() => [...document.querySelectorAll('form.live')].every((form) => !form.checkVisibility() || !form.checkValidity() || form.querySelector('.offer').children.length));
    await page.waitForFunction(() => !document.querySelector('[aria-busy]'));
    const wrong = await page.evaluate(async () => {
      const all = [];
      for (const form of document.querySelectorAll('form.live')) {
        const button = form.querySelector('[data-post]:enabled');
        if (!button || !form.checkVisibility()) continue;
        const fields = {};
        for (const one of form.elements) {
          if (!one.name || one.disabled || (one.type === 'radio' && !one.checked)) continue;
          if (one.type !== 'checkbox') fields[one.name] = one.value;
          else if ('list' in one.dataset) (fields[one.name] ??= []).push(...(one.checked ? [one.value] : []));
          else fields[one.name] = one.checked;
        }
        const headers = { 'content-type': 'application/json', 'if-match': button.dataset.mark };
        const answer = await fetch(form.dataset.offer, { method: 'POST', headers, body: JSON.stringify(fields) });
        all.push([form.dataset.offer, answer.status]);
      }
      return all.filter(([, status]) => status !== 200);
    });
    assert.deepEqual(wrong, [], path);
  }
  await close(page);
});

test('a draw tells what can be had, and the command that was told draws such puzzles', async () => {
  const page = await open();
  await page.goto(`${desk.at}/draw`);
  await page.locator('select[name=level]').selectOption('easy');
  await page.locator('[name=count]').fill('12');
  await page.getByLabel('Symmetry of the clues').selectOption('rot180');
  await page.getByRole('button', { name: 'Draw 12 puzzles' }).click();
  await page.waitForURL(/batches\/\d+$/, { timeout: 60_000 });
  assert.equal(await page.locator('figure.puzzle').count(), 12);
  await page.getByLabel('Sort by').selectOption('clues');
  const clues = await page.locator('figure.puzzle').evaluateAll((all) => all.map((one) => Number(one.dataset.clues)));
  assert.deepEqual(clues, clues.toSorted((a, b) => a - b));
  await page.goto(`${desk.at}/draw`);
  await page.locator('[name=clues]').fill('17');
  await page.getByText('such puzzles can be had').waitFor();
  await page.locator('[name=clues]').fill('30..20');
  await page.getByText('30..20 is empty').waitFor();
  await page.locator('[name=clues]').fill('26..30');
  await page.getByText('Techniques', { exact: true }).click();
  await page.getByLabel('No guessing').check();
  await page.getByText('--no-guessing').waitFor();
  const command = await page.locator('.offer code').textContent();
  await page.getByRole('button', { name: 'Copy the command' }).click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), command);
  const told = execFileSync('sh', ['-c', `${command} --format json --quiet`], { cwd: FOLDER, encoding: 'utf8', env: { PATH: `${join(FOLDER, 'bin')}:/usr/bin:/bin` } });
  const drawn = JSON.parse(told);
  assert.ok(drawn.length === 10 && drawn.every((row) => row.level === 'easy' && row.clues >= 26 && row.clues <= 30));
  await close(page);
});

test('many puzzles are drawn with their progress, and a draw that is stopped draws none', async () => {
  const page = await open();
  await page.goto(`${desk.at}/draw`);
  await page.locator('select[name=level]').selectOption('easy');
  await page.locator('[name=count]').fill('400');
  await page.getByRole('button', { name: 'Draw 400 puzzles' }).click();
  await page.waitForURL(/batches\/\d+$/, { timeout: 60_000 });
  await page.getByText('400 puzzles').waitFor();
  const before = json('batches').length;
  await page.goto(`${desk.at}/draw`);
  await page.locator('select[name=level]').selectOption('expert');
  await page.locator('[name=count]').fill('10000');
  await page.getByRole('button', { name: 'Draw 10000 puzzles' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Stopped: nothing was drawn.').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Draw 10000 puzzles' }).isEnabled());
  assert.equal(json('batches').length, before);
  await close(page);
});

test('a proof is made, looked at, and becomes the book for the printer; its command makes the same book', async () => {
  const page = await open();
  await page.goto(`${desk.at}/books`);
  await page.getByText('Say how many puzzles').waitFor();
  await page.locator('[name=title]').fill('Quiet hours');
  await page.locator('[name="level easy"]').fill('24');
  await page.locator('[name="level hard"]').fill('8');
  await page.locator('[name=per-page]').fill('7');
  await page.locator('.offer .problem', { hasText: 'per-page' }).waitFor();
  await page.locator('[name=per-page]').fill('6');
  await page.getByText('32 puzzles to be drawn').waitFor();
  const batches = json('batches').length;
  await page.getByRole('button', { name: 'Make the proof' }).click();
  // Too thin for the printer: the preflight says so, and nothing was drawn.
  await page.getByText('18 pages: a paperback').waitFor();
  assert.equal(json('batches').length, batches);
  await page.locator('[name=per-page]').fill('1');
  await page.locator('[name=design]').selectOption('newspaper');
  await offered(page).click();
  await page.waitForURL(/books\/proof-/, { timeout: 120_000 });
  await page.getByText('Nothing is against the printer').waitFor();
  const pages = page.locator('.pages img');
  assert.ok((await pages.count()) > 32);
  await pages.last().scrollIntoViewIfNeeded();
  assert.ok(await pages.last().evaluate((image) => image.decode().then(() => image.naturalWidth > 100)));
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: /proof-.*pdf/ }).click()]);
  assert.equal(readFileSync(await file.path(), 'latin1').slice(0, 5), '%PDF-');
  assert.equal(json('books').length, 0);
  const command = await page.locator('.command code').textContent();
  await page.getByRole('button', { name: 'Make the book for the printer' }).click();
  await page.waitForURL(/books\/book-/, { timeout: 120_000 });
  await page.getByRole('heading', { name: 'Book 1' }).waitFor();
  const made = readFileSync(join(OUT, `${new URL(page.url()).pathname.split('/').pop()}.pdf`));
  execFileSync('sh', ['-c', command], { cwd: FOLDER, env: { PATH: `${join(FOLDER, 'bin')}:/usr/bin:/bin` }, stdio: 'pipe' });
  assert.ok(made.equals(readFileSync(join(FOLDER, 'book.pdf'))));
  assert.deepEqual(json('books').map((book) => [book.title, book.puzzles]), [['Quiet hours', 32]]);
  await page.goto(`${desk.at}/books`);
  await page.getByRole('cell', { name: 'Quiet hours' }).waitFor();
  await page.getByText('A book.toml in the place').click();
  await page.locator('[name=toml]').fill('title = "A"\nsize = "6x"\n');
  await page.locator('.offer .problem', { hasText: 'line 2, size' }).waitFor();
  await close(page);
});

test('seeds are mined beside everything else, until somebody stops it', async () => {
  const page = await open();
  await page.goto(`${desk.at}/seeds`);
  await page.locator('[name=tier]').selectOption('3');
  await page.getByRole('button', { name: 'Mine', exact: true }).click();
  await page.locator('[data-done]', { hasText: /[1-9]\d* seeds/ }).waitFor();
  // Whoever comes back finds it.
  await page.reload();
  await page.getByRole('heading', { name: 'Under way' }).waitFor();
  await page.locator('[data-done]', { hasText: /[1-9]\d* seeds/ }).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText(/\d+ found, \d+ of them new\./).waitFor();
  await close(page);
});

test('a grid is judged as it is typed', async () => {
  const page = await open();
  await page.goto(`${desk.at}/setter`);
  const puzzle = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
  const grid = page.getByLabel('Grid');
  const says = (words) => page.locator('.facts', { hasText: words }).waitFor();
  await grid.fill(puzzle);
  await says(/Solutions\s*one/);
  await says(/Rating \(ER\)/);
  await grid.fill(puzzle.replace('9..5', '...5').replace('79', '..'));
  await says(/two or more/);
  await grid.fill(puzzle.match(/.{9}/g).join('\n'));
  await says(/Minimal/);
  await grid.fill('12');
  await page.locator('.offer .problem').waitFor();
  await close(page);
});

test('the server is gone and comes back: what was typed stays', async () => {
  writeFileSync(join(FOLDER, 'token'), 'sixteen-characters-or-more');
  const own = desk;
  desk = await serve(0, '--token-file', join(FOLDER, 'token'));
  desk.address = `${desk.address}#t=sixteen-characters-or-more`;
  const page = await open();
  await page.goto(`${desk.at}/draw`);
  await offered(page).waitFor();
  await desk.end();
  await page.locator('[name=count]').fill('3');
  await page.getByText('The server does not answer').waitFor();
  assert.equal(await page.locator('[name=count]').inputValue(), '3');
  const again = await serve(desk.port, '--token-file', join(FOLDER, 'token'), '--read-only');
  await page.locator('[name=count]').fill('4');
  await page.getByText('--count 4').waitFor();
  assert.equal(await page.locator('#lost').count(), 0);
  await page.reload();
  await page.getByText('you can look at everything and change nothing').waitFor();
  await page.getByText('such puzzles can be had').waitFor();
  assert.ok(await page.getByRole('button', { name: /^Draw / }).isDisabled());
  await close(page);
  await again.end();
  desk = own;
});

test('axe finds nothing on any page, in light and dark; nothing is wider than the page or too small to touch', async () => {
  const { id } = days()[0];
  const proof = `/books/${readdirSync(OUT).find((name) => /^proof-.*json$/.test(name)).replace('.json', '')}`;
  const pages = {
    series: '/series?new', year: '/series/daily?year=2027', day: '/series/daily/2027-01-05', empty: '/series/daily/2026-01-05', week: '/series/daily/2027-01-05/week', draw: '/draw', publish: '/publish', search: '/search?q=daily',
    batches: '/batches', batch: '/batches/1', books: '/books', proof, puzzle: `/puzzles/${id}`, se: `/puzzles/${id}?ladder=se`, seeds: '/seeds', setter: '/setter', none: '/nothing', play: `/puzzles/${id}/play`,
  };
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [380, 800, 1440]) {
      const page = await open({ colorScheme, viewport: { width, height: 900 } });
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(desk.at + path);
        if (name === 'setter') await page.getByLabel('Grid').fill('53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79');
        if (name === 'setter') await page.locator('.facts').waitFor();
        if (name === 'puzzle' || name === 'se') for (let n = 0; n < 9; n++) await page.getByRole('button', { name: 'Step ›' }).click();
        if (name !== 'play') await page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));
        await page.waitForFunction(() => [...document.querySelectorAll('form.live')].every((form) => !form.checkVisibility() || !form.checkValidity() || form.querySelector('.offer').children.length));
        if (SCREENSHOTS && (colorScheme === 'light' || width === 1440)) {
          mkdirSync(SCREENSHOTS, { recursive: true });
          await page.evaluate(() => Promise.all([...document.images].map((image) => ((image.loading = 'eager'), image.decode().catch(() => 0)))));
          await page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}-${colorScheme}.png`), fullPage: true });
        }
        if (name === 'play') continue;
        await page.evaluate(AXE);
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        assert.deepEqual(violations.map((one) => [name, colorScheme, width, one.id, one.nodes.slice(0, 2).map((node) => node.html + node.failureSummary)]), []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} is wider than ${width}`);
        assert.ok(await page.evaluate(() => [...document.querySelectorAll('.bar nav')].every((nav) => nav.scrollWidth <= nav.clientWidth)), `links are cut at ${width}`);
        const small = await page.evaluate(() => [...document.querySelectorAll('button, .button, select, input:not([type=checkbox], [type=radio], [type=hidden]), .day')].filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44).map((one) => one.outerHTML));
        assert.deepEqual(small, [], name);
      }
      await close(page);
    }
  }
});

test('commands that pages tell can be run as they stand', async () => {
  const page = await open();
  let ran = 0;
  for (const path of ['/series?new', '/series/daily?year=2027', '/series/daily/2027-01-05', '/series/daily/2027-01-05/week', '/batches', '/batches/1', `/puzzles/${days()[0].id}`, `/puzzles/${days()[0].id}?ladder=se`, '/setter']) {
    await page.goto(desk.at + path);
    for (const command of await page.locator('main > .command code').allTextContents()) {
      execFileSync('sh', ['-c', command], { cwd: FOLDER, env: { PATH: `${join(FOLDER, 'bin')}:/usr/bin:/bin` }, stdio: 'pipe' });
      ran++;
    }
  }
  assert.ok(ran >= 7, `${ran}`);
  await close(page);
});
