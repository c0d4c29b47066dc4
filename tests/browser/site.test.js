// A puzzle site in Chromium: today, archive, embargo, in a frame of another page, from a file, in
// time zones. Run by tools/browser.sh.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { address, ask, browser, digits, enter, isSolved, keep, layout, shows } from './page.js';

const { SEEDDB, FOLDER } = process.env;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const HOSTILE = `</script><img src=x onerror="document.title='out'">`;
const run = (...args) => execFileSync(SEEDDB, ['--quiet', '--db', join(FOLDER, 'site.redb'), ...args], { encoding: 'utf8' });
const toml = (name, text) => writeFileSync(join(FOLDER, name), text);
// The site as it is on a day: the days are on record.
const write = (folder, description, until, ...more) =>
  run('export', '--format', 'site', '--site', join(FOLDER, description), '--to', until, '-o', join(FOLDER, folder), ...more);

toml('site.toml', 'name = "The Courier"\ncredit = "by Ann"\noffline = true\nseries = ["daily"]\nimprint = "Courier Ltd"\nimprint-link = "https://example.org/imprint"\nlogo = "logo.svg"\n[colours]\naccent = "#7a1f1f"\n');
toml('two.toml', `name = ${JSON.stringify(HOSTILE)}\nimprint = ${JSON.stringify(HOSTILE)}\nlanguage = "de"\ntime-zone = "Pacific/Kiritimati"\nseries = ["daily", "Sundays"]\n`);
writeFileSync(join(FOLDER, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="18"/></svg>');
const fill = (name, ...more) => run('--create', 'series', 'fill', name, '2028-02-26', '--days', '10', '--draw', '--rng-seed', '7', ...more);
fill('daily', '--ramp', 'mon..fri:easy,sat..sun:hard', '-o', join(FOLDER, 'days.csv'));
fill('Sundays', '--ramp', 'sun:medium');
const DAYS = new Map(readFileSync(join(FOLDER, 'days.csv'), 'utf8').trim().split('\n').slice(1).map((line) => {
  const cells = line.split(',');
  return [cells.at(-1), { givens: cells[0].replaceAll('.', '0'), solution: cells[1] }];
}));
write('public', 'site.toml', '2028-03-02');

// A web host with some folders, each under a path.
async function host(t, folders) {
  const types = { html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', png: 'image/png', json: 'application/json', webmanifest: 'application/manifest+json' };
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://x').pathname;
    const [prefix, folder] = Object.entries(folders).find(([prefix]) => path.startsWith(prefix)) ?? ['', ''];
    const file = join(FOLDER, folder, path.slice(prefix.length) + (path.endsWith('/') ? 'index.html' : ''));
    const found = folder && existsSync(file);
    response.writeHead(found ? 200 : 404, { 'content-type': types[file.split('.').at(-1)] ?? 'text/plain' });
    response.end(found ? readFileSync(file) : '');
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => server.close());
  return `http://127.0.0.1:${server.address().port}`;
}

// Opens a page at a time; without one it is now, and the browser says what it has loaded.
async function visit(url, time, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, timezoneId: 'UTC', ...options });
  if (time) await context.clock.setFixedTime(new Date(time));
  const page = await context.newPage();
  [page.thrown, page.asked] = [[], []];
  page.on('pageerror', (error) => page.thrown.push(error.message));
  page.on('console', (message) => message.type() === 'error' && page.thrown.push(message.text()));
  page.on('request', (request) => page.asked.push(request.url()));
  await page.goto(url);
  return page;
}
async function close(page, at) {
  assert.deepEqual(page.thrown, []);
  if (at) assert.deepEqual(page.asked.filter((asked) => !asked.startsWith(at) && !asked.startsWith('data:')), [], 'nothing from elsewhere');
  await page.context().close();
}
// Waits until the worker of a site has stored addresses, or what this page has loaded.
// (`waitForFunction` does not wait for a promise's value: it takes the promise as true.)
const stored = (page, ...addresses) =>
  page.evaluate(async (addresses) => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /\.(js|css)$/.test(name));
    for (const address of addresses.length ? addresses : [location.href, ...loaded])
      while (!(await caches.match(address))) await new Promise(requestAnimationFrame);
  }, addresses);
const settled = (page, date) => shows(page, DAYS.get(date).givens);
async function solve(page, date) {
  await enter(page, DAYS.get(date));
  assert.ok(await isSolved(page));
}

after(() => browser.close());

test('the puzzle of today is that of the reader’s day, or the last one there is', async (t) => {
  const at = await host(t, { '/games/': 'public' });
  for (const [time, timezoneId, date] of [
    ['2028-02-29T12:00Z', 'UTC', '2028-02-29'],
    ['2028-03-02T05:00Z', 'Pacific/Pago_Pago', '2028-03-01'],
    ['2028-03-01T12:00Z', 'Pacific/Kiritimati', '2028-03-02'],
    ['2028-03-02T20:00Z', 'Pacific/Kiritimati', '2028-03-02'],
    ['2031-01-01T00:00Z', 'UTC', '2028-03-02'],
    ['2020-01-01T00:00Z', 'UTC', '2028-02-26'],
  ]) {
    const page = await visit(`${at}/games/`, time, { timezoneId });
    await settled(page, date);
    await close(page, at);
  }
});

test('the page itself names what its board waits for: nothing is asked for after something else has come', async (t) => {
  const at = await host(t, { '/games/': 'public' });
  for (const path of ['index.html', '2028/03/01/index.html']) {
    const page = await visit(`${at}/games/${path}`, '2028-03-02T12:00Z');
    await page.locator('[role=gridcell]').first().waitFor();
    const named = [...readFileSync(join(FOLDER, 'public', path), 'utf8').matchAll(/<link rel="(?:preload"[^>]*|stylesheet") href="([^"]*)"|<script src="([^"]*)"/g)].map(([, link, script]) => new URL(link ?? script, page.url()).href);
    const asked = page.asked.filter((url) => /\.(js|css)$/.test(url) && !/worker\.js$/.test(url));
    assert.deepEqual([...new Set(asked)].sort(), [...new Set(named)].sort(), path);
    await close(page, at);
  }
});

test('board and nine keys of a site and of an embed are in one screen', async (t) => {
  const at = await host(t, { '/games/': 'public' });
  for (const [width, height] of [[360, 640], [390, 664], [667, 375], [720, 450], [768, 1024], [1280, 900]]) {
    for (const path of ['', '2028/02/29/', 'embed.html']) {
      const page = await visit(`${at}/games/${path}`, '2028-03-01T12:00Z', { viewport: { width, height } });
      await page.locator('[role=gridcell]').first().waitFor();
      const { board, keys } = await layout(page);
      assert.ok(board.top >= 0 && Math.max(board.bottom, ...keys.map(({ bottom }) => bottom)) <= height, `${path} at ${width}x${height}`);
      for (const side of ['x', 'y']) assert.equal(new Set(keys.map((key) => Math.round(key[side]))).size, 3, `${path} at ${width}x${height}`);
      await close(page, at);
    }
  }
});

test('a later day is not there, and the solution of the last one neither', async (t) => {
  const at = await host(t, { '/games/': 'public' });
  assert.ok(!existsSync(join(FOLDER, 'public/2028/03/03')));
  const page = await visit(`${at}/games/2028/03/02/`, '2028-03-02T12:00Z');
  await settled(page, '2028-03-02');
  assert.match(await ask(page), /comes the next day/);
  await page.getByRole('link', { name: 'The day before' }).click();
  await page.waitForURL(`${at}/games/2028/03/01/`);
  await settled(page, '2028-03-01');
  assert.doesNotMatch(await ask(page), /comes the next day/);
  await page.getByText('Solution', { exact: true }).click();
  assert.equal((await page.locator('pre').last().textContent()).replaceAll(/\s/g, ''), DAYS.get('2028-03-01').solution);
  await page.goto(`${at}/games/`);
  await page.getByRole('link', { name: 'The last solution' }).click();
  await page.waitForURL(/2028\/03\/01\/#solution/);
  await page.locator('#more details:last-child[open]').waitFor();
  await close(page, at);
});

test('the archive has each day with its level, what is solved, the streak and the times', async (t) => {
  const at = await host(t, { '/games/': 'public' });
  const page = await visit(`${at}/games/`, '2028-03-01T12:00Z');
  await settled(page, '2028-03-01');
  await solve(page, '2028-03-01');
  assert.match(await page.locator('#streak').textContent(), /in a row: 1/);
  await page.goto(`${at}/games/2028/02/29/`);
  await settled(page, '2028-02-29');
  await solve(page, '2028-02-29');
  // A day that is solved late makes no streak.
  assert.match(await page.locator('#streak').textContent(), /in a row: 1/);
  assert.match(await page.locator('#finish').textContent(), /in a row: 1/);
  // The next one is that of a later day, or else the last one before that is not solved.
  assert.equal(await page.getByRole('link', { name: 'Next puzzle' }).evaluate((link) => link.href), `${at}/games/2028/02/28/`);
  // What was begun elsewhere in the site leads to its page.
  await page.getByText('Begun puzzles').click();
  await page.locator('#begun a').nth(1).waitFor();
  assert.deepEqual(
    (await page.locator('#begun a').evaluateAll((all) => all.map((link) => link.href))).sort(),
    [`${at}/games/2028/02/29/#n=1`, `${at}/games/2028/03/01/`],
  );
  await page.getByRole('link', { name: 'Archive' }).click();
  await page.locator('#months a').first().waitFor();
  assert.equal(await page.locator('#months a').count(), 6);
  assert.deepEqual(await page.locator('caption').allTextContents(), ['March 2028', 'February 2028']);
  const names = await page.locator('#months a').evaluateAll((all) => all.map((link) => link.getAttribute('aria-label')));
  assert.equal(names[0], '1 Easy, solved, Wednesday, March 1, 2028');
  assert.ok(names.includes('29 Easy, solved, Tuesday, February 29, 2028') && names.includes('26 Hard, Saturday, February 26, 2028'));
  assert.equal(await page.locator('#months [aria-current]').getAttribute('aria-label'), names[0]);
  assert.match(await page.locator('#streak').textContent(), /in a row: 1/);
  const times = () => page.locator('h2 + table tr').evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  const [head, easy] = await times();
  assert.deepEqual([head, easy.slice(0, 2)], [['Level', 'Solved', 'Best', 'Mean', 'Longest run'], ['Easy', '2']]);
  assert.match(easy.slice(2).join(' '), /^\d\d:\d\d \d\d:\d\d 1$/);
  // One that is solved with help is counted, and has no time.
  await page.goto(`${at}/games/2028/02/27/`);
  await settled(page, '2028-02-27');
  for (let n = 0; n < 600 && !(await isSolved(page)); n++) await ask(page);
  await page.goto(`${at}/games/archive.html`);
  await page.locator('h2 + table').waitFor();
  assert.deepEqual((await times()).slice(1).sort(), [easy, ['Hard', '1', '–', '–', '–']]);
  await page.getByRole('link', { name: /February 26/ }).click();
  await page.waitForURL(`${at}/games/2028/02/26/`);
  await settled(page, '2028-02-26');
  await close(page, at);
});

test('a page that is left open over midnight shows the new day when it is looked at again', async (t) => {
  const at = await host(t, { '/games/': 'public' });
  for (const [path, event] of [['', 'visibilitychange'], ['index.html', 'pageshow'], ['embed.html', 'focus']]) {
    const page = await visit(`${at}/games/${path}`, '2028-02-29T23:59Z');
    await settled(page, '2028-02-29');
    const look = () => page.evaluate((event) => (event === 'visibilitychange' ? document : globalThis).dispatchEvent(new Event(event)), event);
    const free = DAYS.get('2028-02-29').givens.indexOf('0');
    await page.locator('[role=gridcell]').nth(free).click();
    await page.keyboard.press('4');
    await look();
    assert.equal((await digits(page))[free], '4', 'it is the same day');
    await page.context().clock.setFixedTime(new Date('2028-03-01T00:01Z'));
    await look();
    await settled(page, '2028-03-01');
    // What was entered the day before is kept.
    await page.goto(`${at}/games/2028/02/29/`);
    await shows(page, [...DAYS.get('2028-02-29').givens].map((digit, cell) => (cell === free ? '4' : digit)).join(''));
    await close(page, at);
  }
  // The page of a day stays, and the archive marks the new day.
  const page = await visit(`${at}/games/2028/02/29/`, '2028-02-29T23:59Z');
  await settled(page, '2028-02-29');
  await page.context().clock.setFixedTime(new Date('2028-03-01T00:01Z'));
  await page.evaluate(() => ((globalThis.stays = true), dispatchEvent(new Event('focus'))));
  await page.waitForTimeout(300);
  assert.ok(await page.evaluate(() => globalThis.stays));
  await page.context().clock.setFixedTime(new Date('2028-02-29T23:59Z'));
  await page.goto(`${at}/games/archive.html`);
  await page.locator('#months a').first().waitFor();
  assert.match(await page.locator('[aria-current]').getAttribute('aria-label'), /^29 /);
  await page.context().clock.setFixedTime(new Date('2028-03-01T00:01Z'));
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await page.locator('[aria-current][aria-label^="1 "]').waitFor();
  await close(page, at);
});

test('where the browser does not know the time zone of the site, the day is the reader’s', async (t) => {
  toml('zone.toml', 'series = ["daily"]\ntime-zone = "Europe/Kyiv"\n');
  write('zone', 'zone.toml', '2028-03-02');
  const script = join(FOLDER, 'zone/site.js');
  // As it is to a device that has only the name of before.
  writeFileSync(script, readFileSync(script, 'utf8').replace('"Europe/Kyiv"', '"Europe/Nowhere"'));
  const at = await host(t, { '/': 'zone' });
  for (const path of ['', 'embed.html']) {
    const page = await visit(`${at}/${path}`, '2028-03-01T12:00Z', { timezoneId: 'Pacific/Kiritimati' });
    await settled(page, '2028-03-02');
    await close(page, at);
  }
  const page = await visit(`${at}/archive.html`, '2028-03-01T12:00Z', { timezoneId: 'Pacific/Kiritimati' });
  await page.locator('#months a').first().waitFor();
  assert.match(await page.locator('#months [aria-current]').getAttribute('aria-label'), /March 2/);
  await close(page, at);
});

test('it is embedded in a page of somebody else, as a frame or an element, which learns its height', async (t) => {
  const at = await host(t, { '/games/': 'public' });
  const page = await visit(`${at}/games/archive.html`, '2028-03-01T12:00Z', { permissions: ['clipboard-read', 'clipboard-write'] });
  const areas = page.getByRole('textbox', { name: 'Put the puzzle on your own page' });
  await areas.first().waitFor();
  await page.getByRole('button', { name: 'Copy' }).last().click();
  await page.getByText('Copied.').waitFor();
  const [element, frame] = [await areas.first().inputValue(), await page.evaluate(() => navigator.clipboard.readText())];
  assert.ok(frame.includes(`src="${at}/games/embed.html"`) && frame === (await areas.last().inputValue()));
  const other = await host(t, { '/': '.' });
  for (const [snippet, width] of [[frame.replace('height="900"', 'height="50"'), 380], [frame, 620], [frame, 700], [frame, 1200], [element, 380], [element, 900]]) {
    writeFileSync(join(FOLDER, 'foreign.html'), `<!doctype html><title>x</title><link rel="icon" href="data:,"><div style="width:${width}px">${snippet}</div>`);
    await page.goto(`${other}/foreign.html`);
    const within = page.frames()[1];
    await within.locator('[role=gridcell]').first().waitFor();
    // The height that is told is that which the page needs, and it stays.
    await within.waitForFunction(() => document.documentElement.scrollHeight <= innerHeight + 1 && document.body.getBoundingClientRect().height > innerHeight - 24);
    const [box, side] = [await page.locator('iframe').boundingBox(), await within.evaluate(() => document.getElementById('board').offsetWidth)];
    await page.waitForTimeout(200);
    assert.deepEqual(await page.locator('iframe').boundingBox(), box);
    assert.ok(Math.abs(box.width - width) <= 4, `${box.width} of ${width}`);
    assert.ok(side >= (width < 640 ? width - 24 : Math.min(560, width - 340)), `a board of ${side} in ${width}`);
    const cell = DAYS.get('2028-03-01').givens.indexOf('0');
    await within.locator('[role=gridcell]').nth(cell).click();
    await page.keyboard.press('4');
    assert.match(await within.locator('[role=gridcell]').nth(cell).getAttribute('aria-label'), /: 4/);
    await page.keyboard.press('4');
  }
  // Links open beside the page.
  const opened = page.context().waitForEvent('page');
  await page.frames()[1].locator('#site a').first().click();
  assert.equal(await (await opened).evaluate(() => location.pathname), '/games/index.html');
  assert.equal(page.url(), `${other}/foreign.html`);
  await page.goto(`${at}/games/embed.html#2028-02-27`);
  await settled(page, '2028-02-27');
  await close(page);
});

test('an embed has the theme that is asked for, and is small where that is wanted', async (t) => {
  const at = await host(t, { '/games/': 'public' });
  for (const colorScheme of ['light', 'dark']) {
    for (const [theme, dark] of [['light', false], ['dark', true], ['auto', colorScheme === 'dark'], ['x', colorScheme === 'dark']]) {
      const page = await visit(`${at}/games/embed.html?mini&theme=${theme}`, '2028-03-01T12:00Z', { colorScheme, viewport: { width: 360, height: 560 } });
      await settled(page, '2028-03-01');
      assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), dark ? 'rgb(23, 25, 28)' : 'rgb(255, 255, 255)', `${theme} of ${colorScheme}`);
      for (const hidden of ['#site', '#more', '#actions']) assert.ok(await page.locator(hidden).isHidden(), hidden);
      const { keys } = await layout(page);
      assert.ok(keys.every(({ bottom }) => bottom <= 560));
      await page.evaluate(AXE);
      assert.deepEqual((await page.evaluate(() => globalThis.axe.run())).violations, []);
      await close(page, at);
    }
  }
});

test('it plays from a folder on a disk', async () => {
  const page = await visit(address(join(FOLDER, 'public/index.html')), '2028-03-02T12:00Z');
  await settled(page, '2028-03-02');
  await page.getByRole('link', { name: 'Archive' }).click();
  await page.getByRole('link', { name: /February 29/ }).click();
  await page.waitForURL(/2028\/02\/29\/index.html$/);
  await settled(page, '2028-02-29');
  for (const told of [/Hint again/, /^[A-Z][^:]*: .+, so /]) assert.match(await ask(page), told);
  assert.equal(await page.locator('#site img').evaluate((image) => image.naturalWidth), 40);
  await close(page, 'file:');
});

test('what was loaded once plays without a network', async (t) => {
  const at = await host(t, { '/games/': 'public' });
  const page = await visit(`${at}/games/2028/03/01/`);
  await settled(page, '2028-03-01');
  await stored(page);
  await page.context().setOffline(true);
  await page.reload();
  await settled(page, '2028-03-01');
  await page.locator('[role=gridcell]').first().click();
  await close(page, at);
});

test('hints of a site come from the board, load one file at the first, and later need no network', async (t) => {
  const at = await host(t, { '/games/': 'public' });
  const page = await visit(`${at}/games/2028/02/29/`);
  await settled(page, '2028-02-29');
  const core = `${at}/games/hint.js`;
  await page.keyboard.press('5');
  await stored(page);
  await page.keyboard.press('Control+z');
  assert.ok(!page.asked.includes(core));
  for (let n = 0; n < 3; n++) assert.ok(await ask(page));
  assert.equal(page.asked.filter((asked) => asked === core).length, 1);
  await stored(page, core);
  await page.context().setOffline(true);
  await page.reload();
  await page.locator('[role=gridcell]').first().waitFor();
  assert.match(await ask(page), /Hint again/);
  assert.match(await ask(page), /^[A-Z][^:]*: .+, so /);
  await close(page, at);
});

test('a site is installed with its icons, and what it keeps has a bound', async (t) => {
  const at = await host(t, { '/games/': 'public' });
  const page = await visit(`${at}/games/2028/03/01/`);
  await settled(page, '2028-03-01');
  const session = await page.context().newCDPSession(page);
  const { errors, url } = await session.send('Page.getAppManifest');
  assert.deepEqual([errors, url], [[], `${at}/games/manifest.webmanifest`]);
  const { icons } = await (await fetch(url)).json();
  for (const { src, sizes } of icons) {
    const size = await page.evaluate(async (src) => {
      const image = Object.assign(new Image(), { src });
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, new URL(src, url).href);
    if (sizes !== 'any') assert.equal(size, sizes);
  }
  assert.deepEqual((await session.send('Page.getInstallabilityErrors')).installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'), []);
  await stored(page);
  await page.reload();
  await settled(page, '2028-03-01');
  await page.evaluate(async () => {
    for (let n = 0; n < 260; n++) await Object.assign(new Image(), { src: `puzzle.png?${n}` }).decode();
  });
  await page.reload();
  await settled(page, '2028-03-01');
  // What is too much goes behind the answers: what is looked at is what was waited for.
  const keys = await page.evaluate(async () => {
    let keys;
    for (let n = 0; n < 600 && !(keys?.length <= 200); n++) {
      if (n) await new Promise(requestAnimationFrame);
      keys = (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))).flat();
    }
    return keys;
  });
  assert.ok(keys.length > 150 && keys.length <= 200, `${keys.length}`);
  assert.ok(keys.some((key) => key.endsWith('?259')) && !keys.some((key) => key.endsWith('?9')));
  await page.context().setOffline(true);
  await page.reload();
  await settled(page, '2028-03-01');
  await close(page, at);
});

test('without a network “Today” and “Archive” are there, wherever the reader came in', async (t) => {
  const at = await host(t, { '/games/': 'public' });
  // The clock is as it is, before the first day, whose puzzle is shown then.
  for (const path of ['', 'index.html', '2028/03/01/', '2028/03/01/index.html', 'archive.html']) {
    const page = await visit(`${at}/games/${path}`);
    await page.locator('[role=gridcell], #months a').first().waitFor();
    // Its links are stored with it, and what they load.
    await stored(page, ...['index.html', 'archive.html', 'days.js', '2028/days.js', 'site.js', 'player.js', 'player.css', '2028/02/26/day.js', '2028/03/02/day.js'].map((name) => `${at}/games/${name}`));
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Today' }).click();
    await page.waitForURL(`${at}/games/index.html`);
    await settled(page, '2028-02-26');
    await page.goto(`${at}/games/`);
    await settled(page, '2028-02-26');
    await page.getByRole('link', { name: 'Archive' }).click();
    await page.locator('#months a').first().waitFor();
    await close(page, at);
  }
});

test('two series are side by side, words of others stay words, and the day is that of the site', async (t) => {
  write('two', 'two.toml', '2028-03-02');
  const at = await host(t, { '/': 'two' });
  // It is 11:00 of the first of March in London, and the second on Kiritimati.
  const page = await visit(`${at}/`, '2028-03-01T11:00Z');
  await settled(page, '2028-03-02');
  assert.ok((await page.locator('h1').textContent()).startsWith(HOSTILE));
  assert.equal(await page.locator('img').count(), 0);
  assert.equal(await page.locator('footer#foot').textContent(), HOSTILE);
  await page.getByRole('link', { name: 'Sundays' }).click();
  await page.waitForURL(`${at}/sundays/index.html`);
  await page.locator('[role=gridcell]').first().waitFor();
  assert.match(await page.locator('h1').textContent(), /Sundays · Sonntag, 27. Februar 2028/);
  assert.match(await page.locator('#about').textContent(), /Mittel/);
  await page.getByRole('link', { name: 'Archiv' }).click();
  await page.locator('#months a').first().waitFor();
  assert.equal(await page.locator('#months a').count(), 1);
  await close(page, at);
});

test('a day that is withdrawn says so, and one that is replaced has its new puzzle', async (t) => {
  write('changed', 'site.toml', '2028-02-29');
  run('series', 'withdraw', 'daily', '2028-02-29');
  run('draw', '--level', 'hard', '--count', '1', '--rng-seed', '8', '-o', join(FOLDER, 'spare.txt'));
  run('series', 'replace', 'daily', '2028-02-27', '--batch', 'last');
  write('changed', 'site.toml', '2028-02-29');
  const at = await host(t, { '/': 'changed' });
  const page = await visit(`${at}/2028/02/29/`, '2028-02-29T12:00Z');
  await page.getByText('was withdrawn').last().waitFor();
  assert.equal(await page.locator('[role=gridcell]').count(), 0);
  await page.getByRole('link', { name: 'Today' }).click();
  await settled(page, '2028-02-28');
  await page.goto(`${at}/2028/02/27/`);
  await page.locator('[role=gridcell]').first().waitFor();
  const givens = readFileSync(join(FOLDER, 'spare.txt'), 'utf8').split('\t')[0].replaceAll('.', '0');
  await shows(page, givens);
  assert.equal(await digits(page), givens);
  await close(page, at);
});

test('what is kept may be broken, or nothing may be kept: every page of the site goes on', async (t) => {
  const at = await host(t, { '/': 'public' });
  const { givens } = DAYS.get('2028-03-01');
  for (const broken of ['{"log":[[', '{"log":[[[0,9,1]]],"done":1}', '{"log":5,"solved":true,"time":"x","id":7,"level":{}}', '[]']) {
    const page = await visit(`${at}/2028/03/01/`, '2028-03-01T12:00Z');
    await settled(page, '2028-03-01');
    await keep(page, `seeddb:${givens}`, broken);
    await page.reload();
    await page.getByText(/cannot be read/).waitFor();
    await settled(page, '2028-03-01');
    await page.goto(`${at}/archive.html`);
    await page.locator('#months a').nth(5).waitFor();
    assert.equal(await page.locator('#months a').count(), 6, broken);
    await close(page, at);
  }
  for (const path of ['', 'archive.html', '2028/03/01/', 'embed.html']) {
    const page = await visit('about:blank');
    await page.addInitScript(() => Object.defineProperty(globalThis, 'localStorage', { get: () => { throw new DOMException('no', 'SecurityError'); } }));
    await page.goto(`${at}/${path}`);
    await page.locator('[role=gridcell], #months a').first().waitFor();
    await close(page);
  }
});

test('the second series of a site plays without a network, too, and leads to the first', async (t) => {
  toml('both.toml', 'offline = true\nseries = ["daily", "Sundays"]\n');
  write('both', 'both.toml', '2028-03-02');
  const at = await host(t, { '/games/': 'both' });
  const page = await visit(`${at}/games/index.html`);
  await stored(page);
  await page.goto(`${at}/games/sundays/2028/02/27/`);
  await page.locator('[role=gridcell]').first().waitFor();
  const shown = await digits(page);
  await stored(page);
  assert.deepEqual(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope)), [`${at}/games/`]);
  await page.context().setOffline(true);
  await page.reload();
  await page.locator('[role=gridcell]').first().waitFor();
  assert.equal(await digits(page), shown);
  await page.goto(`${at}/games/index.html`);
  await page.locator('[role=gridcell]').first().waitFor();
  assert.notEqual(await digits(page), shown);
  await close(page, at);
});

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing in a site, ${colorScheme}; nothing is too wide`, async (t) => {
    const at = await host(t, { '/': 'public' });
    for (const width of [320, 1280]) {
      for (const path of ['index.html', 'archive.html', 'embed.html', '2028/03/01/']) {
        const page = await visit(`${at}/${path}`, '2028-03-01T12:00Z', { viewport: { width, height: 800 }, colorScheme });
        await page.locator('[role=gridcell], #months a').first().waitFor();
        await page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));
        await page.evaluate(AXE);
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), [], `${path} at ${width}`);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${path} at ${width}`);
        await close(page);
      }
    }
  });
}
