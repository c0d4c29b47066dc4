// The page in Chromium: played by keys and by touch, printed, read by axe, in every place where a
// page can be. Run by tools/browser.sh.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { address, ask, browser, data, digits, draw, enter, isSolved, keep, label, layout, make, open, reloadUntil, restart, said, says, served, shows, walk } from './page.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LEVELS = ['easy', 'medium', 'hard', 'expert', 'beyond'];
const puzzles = Object.fromEntries(LEVELS.map((level) => [level, draw(level, 1)[0]]));
const HARD = make('hard', [puzzles.hard]);
after(() => browser.close());

async function close(page) {
  assert.deepEqual(page.thrown, []);
  await page.context().close();
}

for (const level of LEVELS) {
  test(`a puzzle of level ${level} is solved by the keyboard alone`, async () => {
    const page = await open(address(make(level, [puzzles[level]], '--title', 'Test')));
    const { solution, minutes } = (await data(page)).puzzles[0];
    const about = await page.locator('#about').textContent();
    // Puzzles of tier 6 have no estimate.
    assert.equal(about.includes('Time to beat'), level !== 'beyond', about);
    if (minutes) assert.ok(about.includes(`Time to beat: about ${minutes} min`), about);
    const press = (key) => page.keyboard.press(key);
    // The board has the focus at the start, and again.
    for (const key of ['Tab', 'Shift+Tab']) await press(key);
    for (let i = 0; (await digits(page)).includes('0') && i < 400; i++) {
      if (i === 6) {
        // A mistake is named first, and undone.
        const cell = (await digits(page)).indexOf('0');
        await walk(page, cell);
        await press(solution[cell] === '1' ? '2' : '1');
        await press('h');
        assert.match(await said(page), new RegExp(`mistake: r${Math.floor(cell / 9) + 1}c${(cell % 9) + 1} cannot be right`));
        assert.match(await label(page, cell), /wrong/);
        await press('Control+z');
        // Marks: corner, centre, colour; then all are taken back by one undo each.
        for (const key of ['Shift+Digit1', 'Control+Digit2', 'Control+Shift+Digit3']) await press(key);
        assert.match(await label(page, cell), /Corner 1, Centre 2, Colour 3/);
        for (let n = 0; n < 3; n++) await press('Control+z');
        assert.match(await label(page, cell), /: empty$/);
      } else if (i === 12) {
        const before = await digits(page);
        await reloadUntil(page, async () => (await digits(page)) === before);
      } else if (i % 4 === 3) {
        const cell = (await digits(page)).lastIndexOf('0');
        await walk(page, cell);
        await press(solution[cell]);
      } else {
        // A hint is asked for until it is done.
        for (let n = 0; n < 5; n++) {
          const now = (await said(page)) + (await digits(page));
          await press('h');
          assert.doesNotMatch(await said(page), /mistake/);
          if (n > 1 && (await digits(page)) !== now.slice(-81)) break;
          if (!/Hint again/.test(await said(page)) && !/No named/.test(await said(page))) break;
        }
      }
    }
    assert.equal(await digits(page), solution);
    assert.ok(await isSolved(page));
    assert.match(await said(page), /Solved/);
    await close(page);
  });
}

test('hints alone lead to the end, in every language', async () => {
  for (const [i, language] of ['en', 'de', 'fr', 'es', 'ja', 'nl', 'it', 'pt', 'pl', 'sv'].entries()) {
    const page = await open(address(make(`hints-${language}`, [puzzles[LEVELS[i % LEVELS.length]]], '--language', language)));
    for (let n = 0; n < 900 && !(await isSolved(page)); n++) {
      await page.keyboard.press('h');
      assert.doesNotMatch(await said(page), /undefined|\{|NaN/);
    }
    assert.ok(await isSolved(page), language);
    await close(page);
  }
});

// The sizes of screens that the board and its nine keys are to fit: phones, one lying, and a window
// at 200 %.
const SCREENS = [[360, 640], [390, 664], [667, 375], [720, 450]];
test('board and nine keys are in one screen, the keys three by three, and the board takes the room', async () => {
  const many = make('screens', draw('hard', 3), '--title', 'Sudoku of a Sunday', '--language', 'de');
  for (const [width, height] of [...SCREENS, [768, 1024], [1280, 900], [1920, 1080]]) {
    for (const [file, least] of [[HARD, 0.85], [many, 0.7]]) {
      const page = await open(address(file), { viewport: { width, height } });
      const { board, keys } = await layout(page);
      assert.deepEqual([board.top >= 0, board.bottom <= height, Math.max(...keys.map(({ bottom }) => bottom)) <= height], [true, true, true], `${width}x${height}`);
      for (const side of ['x', 'y']) assert.equal(new Set(keys.map((key) => Math.round(key[side]))).size, 3, `${width}x${height}`);
      // The side of the board is most of what is shorter: the width, or the height beside the keys;
      // below the board the keys have their part.
      const room = width > height ? height : Math.min(width, height - 240);
      assert.ok(board.width >= least * room, `${width}x${height}: ${board.width}`);
      await close(page);
    }
  }
});

test('the focus is always in view, and single keys act only on the board', async () => {
  const page = await open(address(HARD), { viewport: { width: 320, height: 256 } });
  const inView = () => page.evaluate(() => {
    if (document.activeElement === document.body) return true;
    const { top, bottom } = document.activeElement.getBoundingClientRect();
    return top >= -1 && bottom <= innerHeight + 1;
  });
  for (const key of [...Array(9).fill('ArrowDown'), ...Array(30).fill('Tab')]) {
    await page.keyboard.press(key);
    assert.ok(await inView(), `${key}: ${await page.evaluate(() => document.activeElement.outerHTML)}`);
  }
  await page.locator('[role=gridcell]:not(.given)').first().click();
  const before = await digits(page);
  await page.getByRole('button', { name: 'Corner' }).focus();
  for (const key of ['5', 'h', 'k', 'z', 'Delete']) await page.keyboard.press(key);
  assert.deepEqual([await digits(page), await said(page)], [before, '']);
  // A click on a key hands the focus back to the board.
  await page.locator('#pad button').first().click();
  await page.keyboard.press('2');
  assert.notEqual(await digits(page), before);
  await close(page);
});

test('forced colours show pattern, same digit and selection by borders', async () => {
  const page = await open(address(make('forced', [puzzles.expert])), { forcedColors: 'active' });
  for (let n = 0; n < 300 && !(await page.locator('.pattern').count() && await page.locator('.loses').count()); n++) await page.keyboard.press('h');
  await page.locator('.given').first().click();
  const border = (what) => page.locator(what).first().evaluate((cell) => getComputedStyle(cell, '::after').borderTopStyle);
  assert.deepEqual([await border('.pattern'), await border('.loses'), await border('.same')], ['double', 'dashed', 'dotted']);
  assert.equal(await border('[role=gridcell]:not(.pattern, .loses, .same)'), 'none');
  assert.equal(await page.locator('.selected').first().evaluate((cell) => getComputedStyle(cell).outlineStyle), 'solid');
  await close(page);
});

// The digits that are struck out in a cell, and those that are not.
const marksAt = (page, cell) =>
  page.locator('[role=gridcell]').nth(cell).evaluate((element) => {
    const single = [...element.querySelectorAll('.corner, .centre:empty, .centre > *')];
    const isOut = (e) => getComputedStyle(e).textDecorationLine.includes('line-through');
    const of = (out) => single.filter((e) => isOut(e) === out).map((e) => e.dataset.d).join('');
    const { opacity, textDecorationLine } = getComputedStyle(element);
    return { out: of(true), in: of(false), opacity, line: textDecorationLine };
  });

for (const marks of ['centre', 'corner']) {
  test(`a hint strikes out what it removes, and nothing else: ${marks} marks`, async () => {
    const page = await open(address(make('expert', [puzzles.expert])));
    await page.getByText('Settings').click();
    await page.locator('input[name=fill]').click();
    await page.locator('[role=gridcell]').first().click();
    let seen = 0;
    for (let n = 0; n < 400 && seen < 3; n++) {
      await page.keyboard.press('h');
      const told = await said(page);
      const removed = new Map();
      if (!told.includes('Hint again') || !told.includes('removes')) continue;
      for (const [, d, cells] of told.matchAll(/removes (\d) from ((?:r\dc\d(?:, )?)+)/g)) {
        for (const [, r, c] of cells.matchAll(/r(\d)c(\d)/g)) {
          const cell = 9 * (r - 1) + (c - 1);
          removed.set(cell, (removed.get(cell) ?? '') + d);
        }
      }
      if (marks === 'corner') {
        // The same candidates as corner marks: the hint stays while it is not another one, so that
        // it is asked for again.
        const cell = [...removed.keys()][0];
        const { in: all, out } = await marksAt(page, cell);
        await page.locator('[role=gridcell]').nth(cell).click();
        for (const d of [...all, ...out].sort()) await page.keyboard.press(`Shift+Digit${d}`);
        for (let i = 0; i < 2; i++) await page.keyboard.press('h');
        assert.equal((await said(page)).split('. ')[1], told.split('. ')[1]);
      }
      assert.equal(await page.locator('.loses').count(), removed.size);
      for (const cell of Array(81).keys()) {
        const { out, in: left, opacity, line } = await marksAt(page, cell);
        assert.deepEqual([[...new Set(out)].join(''), opacity, line], [removed.get(cell) ?? '', '1', 'none'], `cell ${cell}: ${told}`);
        if (removed.has(cell)) assert.ok(left, `cell ${cell} has candidates that stay: ${told}`);
      }
      seen++;
    }
    assert.equal(seen, 3);
    await close(page);
  });
}

const cellAt = (page, name) => page.locator('[role=gridcell]').nth(9 * (name[1] - 1) + (name[3] - 1));

test('full hints are worked out from the board as it is, with its candidates drawn', async () => {
  const page = await open(address(make('full', [puzzles.expert], '--hints', 'full')));
  const { givens, solution } = (await data(page)).puzzles[0];
  // A wrong digit is told first, and then a mark that lacks the right one.
  const cell = givens.indexOf('0');
  const name = `r${Math.floor(cell / 9) + 1}c${(cell % 9) + 1}`;
  await walk(page, cell);
  for (const key of [String((+solution[cell] % 9) + 1), `Control+Digit${(+solution[cell] % 9) + 1}`]) {
    await page.keyboard.press(key);
    assert.equal(await ask(page), `First a mistake: ${name} cannot be right.`);
    await page.keyboard.press('Control+z');
  }
  // Up to a step that removes candidates: of a cell without marks they are drawn, those that it
  // stands on ringed, those that go struck out.
  const gone = /goes? from ([^.]*)\. \(Hint again/;
  let told = '';
  for (let n = 0; n < 300 && !gone.test(told); n++) told = await ask(page);
  assert.match(told, /^[A-Z][^:]*: .+, so .+ goe?s? from r\dc\d.*\. \(Hint again for more\.\)$/);
  const [loses] = /r\dc\d/.exec(gone.exec(told)[1]);
  assert.ok((await page.locator('.ghost .on').count()) > 1 && (await page.locator('.ghost .out').count()) > 0);
  await page.evaluate(AXE);
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual((await page.evaluate(() => globalThis.axe.run())).violations, [], colorScheme);
  }
  const drawn = async () => (await marksAt(page, 9 * (loses[1] - 1) + (loses[3] - 1))).out;
  const out = await drawn();
  assert.ok(out);
  // The same step with marks that the player has made himself, and another one once he has struck
  // the candidate out.
  await cellAt(page, loses).click();
  const [board, [r, c]] = [await digits(page), [loses[1] - 1, loses[3] - 1]];
  const around = [...board].filter((_, at) => Math.floor(at / 9) === r || at % 9 === c || (Math.floor(at / 27) === Math.floor(r / 3) && Math.floor((at % 9) / 3) === Math.floor(c / 3)));
  const all = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((d) => !around.includes(`${d}`));
  for (const d of all) await page.keyboard.press(`Control+Digit${d}`);
  assert.equal(await page.locator('.ghost').count(), 0, 'a change takes the hint away');
  for (let n = 0; n < 2; n++) told = await ask(page);
  assert.ok(await drawn() === out && !(await cellAt(page, loses).evaluate((e) => e.classList.contains('ghost'))), told);
  for (const d of out) await page.keyboard.press(`Control+Digit${d}`);
  for (let n = 0; n < 2; n++) told = await ask(page);
  assert.equal(await drawn(), '', told);
  await close(page);
});

test('full hints lead to the end from any board, also of a puzzle that was opened', async () => {
  const page = await open(address(make('full-beyond', [puzzles.beyond], '--hints', 'full', '--language', 'de')));
  for (const givens of [null, puzzles.hard]) {
    if (givens) {
      await page.evaluate((givens) => (location.hash = `s=${givens}`), givens);
      await shows(page, givens);
      await page.locator('[role=gridcell]').first().click();
    }
    for (let n = 0; n < 900 && !(await isSolved(page)); n++) assert.doesNotMatch(await ask(page), /undefined|\{|NaN|Fehler/);
    assert.ok(await isSolved(page));
  }
  await close(page);
});

test('only a page with full hints allows WebAssembly, and one without hints has none', async () => {
  const policy = (page) => page.locator('meta[http-equiv]').getAttribute('content');
  for (const [hints, allowed] of [['full', true], ['recorded', false], ['none', false]]) {
    const page = await open(address(make(`hints-${hints}`, [puzzles.hard], '--hints', hints)));
    assert.equal((await policy(page)).includes("'wasm-unsafe-eval'"), allowed, hints);
    assert.ok(!/unsafe-(inline|eval|hashes)(?<!wasm-unsafe-eval)/.test(await policy(page)), hints);
    assert.equal((await data(page)).puzzles[0].steps !== undefined, hints !== 'none');
    assert.equal(await page.getByRole('button', { name: 'Hint', exact: true }).count(), hints === 'none' ? 0 : 1);
    // Even where a page has no core, nobody can bring one.
    const compiles = await page.evaluate(() => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => true, () => false));
    assert.equal(compiles, allowed, hints);
    if (hints === 'none') {
      await page.keyboard.press('h');
      assert.equal(await said(page), '');
    } else assert.match(await ask(page), /Hint again/);
    page.thrown = page.thrown.filter((text) => !/WebAssembly/.test(text));
    await close(page);
  }
});

test('a solved board is locked until Restart, and a full board with a mistake is told', async () => {
  const page = await open(address(HARD));
  const [puzzle] = (await data(page)).puzzles;
  const { givens, solution } = puzzle;
  const last = givens.lastIndexOf('0');
  await enter(page, puzzle, [last]);
  await walk(page, last);
  const wrong = String((+solution[last] % 9) + 1);
  await page.keyboard.press(wrong);
  assert.match(await said(page), /The board is full, but something is wrong/);
  await page.keyboard.press(solution[last]);
  assert.match(await said(page), /^Solved\. \d\d:\d\d/);
  const kept = () => page.evaluate((givens) => JSON.parse(localStorage.getItem(`seeddb:${givens}`)), givens);
  const before = await kept();
  assert.ok(before.solved && !before.helped);
  for (const key of [wrong, 'Backspace', 'Control+z', 'Control+y', 'h', 'k', 'Shift+Digit2', 'Control+Digit3', 'Control+Shift+Digit4']) {
    await page.keyboard.press(key);
    assert.match(await said(page), /Solved\. “Restart” clears the board/, key);
  }
  assert.ok(await page.locator('#pad').isHidden());
  assert.equal(await digits(page), solution);
  assert.ok(await isSolved(page));
  const { log, done, solved, helped } = await kept();
  assert.deepEqual([log, done, solved, helped], [before.log, before.done, true, 0]);
  // It is locked when it is opened again, too; then Restart begins again.
  await reloadUntil(page, () => isSolved(page));
  await page.locator('[role=gridcell]').nth(last).click();
  await page.keyboard.press(wrong);
  assert.equal(await digits(page), solution);
  await restart(page);
  assert.equal(await digits(page), givens);
  assert.match(await said(page), /Begun again/);
  await page.keyboard.press(wrong);
  assert.match(await label(page, last), new RegExp(`: ${wrong}`));
  // Restart does nothing before it is asked for twice.
  await page.getByRole('button', { name: 'Restart' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Go on' }).click();
  assert.match(await label(page, last), new RegExp(`: ${wrong}`));
  await close(page);
});

test('the own time counts, and a time with help does not', async () => {
  const page = await open(address(make('times', [puzzles.easy, puzzles.hard])));
  const [easy] = (await data(page)).puzzles;
  const record = (time, more) => JSON.stringify({ log: [], done: 0, when: 1, level: easy.level, solved: true, time, ...more });
  await page.evaluate(([others]) => others.forEach(([name, text]) => localStorage.setItem(`seeddb:${name}`, text)), [[
    ['1'.repeat(81), record(36_000_000)],
    ['2'.repeat(81), record(0, { helped: true })],
    ['3'.repeat(81), record(0, { solved: false })],
    ['4'.repeat(81), record(0, { level: 'another' })],
  ]]);
  await enter(page, easy);
  const [, own, best] = (await said(page)).match(/^Solved\. (\S+) Best at this level: (\S+)$/);
  assert.equal(best, own);
  // Once more, with help.
  await restart(page);
  await page.getByRole('button', { name: 'One cell' }).click();
  await enter(page, easy, [await page.evaluate(() => [...document.querySelectorAll('[role=gridcell]')].findIndex((cell) => !cell.matches('.given') && cell.querySelector('b')))]);
  assert.match(await said(page), /^Solved\. \S+ With help: this is no best time\.$/);
  await reloadUntil(page, () => isSolved(page));
  assert.ok(await page.evaluate((givens) => JSON.parse(localStorage.getItem(`seeddb:${givens}`)).helped, easy.givens));
  await close(page);
});

test('a finish has time, help, streak, best time, a result to share and the next puzzle', async () => {
  const page = await open(address(make('finish', [puzzles.easy, puzzles.hard])), { permissions: ['clipboard-read', 'clipboard-write'] });
  const [easy, hard] = (await data(page)).puzzles;
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByRole('button', { name: 'Check' }).click();
  await enter(page, easy);
  const told = () => page.locator('#finish').innerText();
  assert.match(await told(), /Solved\. \d\d:\d\d With help: this is no best time\.\n+Hints and checks: 2 · Days in a row: 1/);
  // Where the browser can share, it does; else the text is copied. It has no solution.
  await page.evaluate(() => (navigator.share = async ({ text }) => void (globalThis.shared = text)));
  await page.getByRole('button', { name: 'Share the result' }).click();
  const shared = await page.evaluate(() => globalThis.shared);
  assert.match(shared, /^Sudoku 1 · \S+\nEasy · \d\d:\d\d · Hints and checks: 2$/);
  assert.doesNotMatch(shared, /\d{9}/);
  await page.evaluate(() => delete navigator.share && (navigator.share = undefined));
  await page.getByRole('button', { name: 'Share the result' }).click();
  await page.getByText('Copied.').waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), shared);
  // Where neither may be, the text is marked.
  await page.evaluate(() => (navigator.clipboard.writeText = async () => { throw new DOMException('no', 'NotAllowedError'); }));
  await page.getByRole('button', { name: 'Share the result' }).click();
  await page.getByText('Copy the marked text.').waitFor();
  assert.equal(await page.evaluate(() => getSelection().toString() || document.activeElement.value), shared);
  await page.getByRole('link', { name: 'Next puzzle' }).click();
  await shows(page, hard.givens);
  assert.equal(await told(), '');
  await enter(page, hard);
  assert.match(await told(), /^Solved\. (\S+) Best at this level: \1\n+No hints · Days in a row: 1/);
  assert.equal(await page.getByRole('link', { name: 'Next puzzle' }).count(), 0, 'all are solved');
  await page.getByText('Your times').click();
  const rows = () => page.locator('.times tr').evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent).join(' ')));
  await page.locator('.times tr').first().waitFor();
  const [head, ...of] = await rows();
  assert.equal(head, 'Level Solved Best Mean Longest run');
  assert.match(of.sort().join('; '), /^Easy 1 – – 1; Hard 1 (\S+) \1 1$/);
  // What was solved stays so when it is begun again.
  await restart(page);
  assert.deepEqual((await rows()).slice(1).sort(), of);
  await close(page);
});

test('a pause hides the board, and the clock stands still then, and while the page is hidden', async () => {
  const page = await open(address(HARD));
  const time = () => page.locator('#time').textContent();
  const runs = (from) => page.waitForFunction((from) => document.getElementById('time').textContent !== from, from);
  await runs('00:00');
  await page.getByRole('button', { name: 'Pause' }).click();
  const digit = page.locator('[role=gridcell].given b').first();
  assert.ok(await digit.isHidden());
  const before = [await time(), await digits(page)];
  await page.waitForTimeout(1500);
  for (const key of ['5', 'h', 'Control+z']) await page.keyboard.press(key);
  assert.deepEqual([await time(), await digits(page)], before);
  await page.evaluate(AXE);
  assert.deepEqual((await page.evaluate(() => globalThis.axe.run())).violations, []);
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Go on' }).press('Enter');
  assert.ok(await digit.isVisible());
  await runs(before[0]);
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true, configurable: true }));
  await page.waitForTimeout(1100);
  const stood = await time();
  await page.waitForTimeout(1500);
  assert.equal(await time(), stood);
  await close(page);
});

test('the clock begins at the first look, and what was looked at is kept', async (t) => {
  const server = await served({ '/hard': HARD, '/far': '<link rel="icon" href="data:,"><div style="height:3000px"></div><iframe src="/hard" width="500" height="900"></iframe>' });
  t.after(server.close);
  const page = await open(`${server.at}/far`);
  const frame = page.frames()[1];
  await frame.locator('[role=gridcell]').first().waitFor({ state: 'attached' });
  await page.waitForTimeout(1500);
  assert.equal(await frame.locator('#time').textContent(), '00:00');
  await page.evaluate(() => scrollTo(0, 4000));
  await frame.waitForFunction(() => document.getElementById('time').textContent > '00:01');
  await page.goto(`${server.at}/hard`);
  await page.waitForFunction(() => document.getElementById('time').textContent > '00:01');
  await page.getByText('Begun puzzles').click();
  assert.match(await page.locator('#begun').textContent(), /None/);
  await close(page);
});

test('a puzzle that is hard to solve does not stop the page', async () => {
  const hard = '000005080000601043000000000010500000000106000300000005530000061000000004000000000';
  const watch = (page) => page.addInitScript(() => {
    globalThis.longest = 0;
    let last = performance.now();
    setInterval(() => {
      globalThis.longest = Math.max(globalThis.longest, performance.now() - last);
      last = performance.now();
    }, 5);
  });
  const page = await open('about:blank');
  await watch(page);
  await page.goto(`${address(HARD)}#s=${hard}`);
  await page.getByText('has no solution').waitFor();
  assert.equal(await digits(page), (await data(page)).puzzles[0].givens);
  await page.getByText('Share and open').click();
  await page.getByLabel('81 digits or a link').fill(hard);
  // Meanwhile it tells what it does, and the board is played.
  await page.locator('[role=gridcell]:not(.given)').first().click();
  const meanwhile = await page.evaluate(async () => {
    document.querySelector('form').requestSubmit();
    await new Promise((done) => setTimeout(done, 40));
    const told = document.getElementById('say').textContent;
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '7', code: 'Digit7', bubbles: true }));
    return [told, document.querySelectorAll('[role=gridcell]:not(.given) b').length];
  });
  assert.deepEqual(meanwhile, ['Looking for the solution …', 1]);
  await page.getByText('has no solution').waitFor();
  assert.ok((await page.evaluate(() => globalThis.longest)) < 1500);
  await close(page);
  // Where time passes very fast, the search ends with a word.
  const slow = await open('about:blank');
  await slow.addInitScript(() => {
    let now = 0;
    performance.now = () => (now += 100);
  });
  await slow.goto(`${address(HARD)}#s=${hard}`);
  await slow.getByText('the search takes too long').waitFor();
  await close(slow);
});

test('buttons say what they do, in every language', async () => {
  const names = {
    en: ['Undo', 'Redo', 'Restart'],
    de: ['Rückgängig', 'Wiederholen', 'Neu beginnen'],
    fr: ['Annuler', 'Rétablir', 'Recommencer'],
    es: ['Deshacer', 'Rehacer', 'Reiniciar'],
    ja: ['元に戻す', 'やり直す', '最初から'],
  };
  for (const [language, [undo, redo, again]] of Object.entries(names)) {
    const page = await open(address(make(`words-${language}`, [puzzles.hard], '--language', language)), { viewport: { width: 320, height: 800 } });
    const cell = (await data(page)).puzzles[0].givens.indexOf('0');
    const press = (name) => page.getByRole('button', { name, exact: true }).click();
    const is = async (digit) => assert.equal((await digits(page))[cell], digit, language);
    await page.locator('[role=gridcell]').nth(cell).click();
    await page.keyboard.press('5');
    for (const [name, digit] of [[undo, '0'], [redo, '5'], [again, '0'], [undo, '5']]) {
      await (name === again ? restart(page, name) : press(name));
      await is(digit);
      // What is said of Restart names the button that takes it back.
      if (name === again) assert.ok((await said(page)).includes(undo), await said(page));
    }
    const wide = await page.locator('#actions button').evaluateAll((all) => all.filter((button) => button.scrollWidth > button.clientWidth).map((button) => button.textContent));
    assert.deepEqual(wide, [], language);
    await close(page);
  }
});

test('it is played by touch at 360 pixels', async () => {
  const page = await open(address(HARD), { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const { solution, givens } = (await data(page)).puzzles[0];
  const cell = givens.indexOf('0');
  await page.locator('[role=gridcell]').nth(cell).tap();
  await page.locator('#pad button').nth(solution[cell] - 1).tap();
  assert.match(await label(page, cell), new RegExp(`: ${solution[cell]}$`));
  await page.getByRole('button', { name: 'Corner' }).tap();
  const next = givens.indexOf('0', cell + 1);
  await page.locator('[role=gridcell]').nth(next).tap();
  await page.locator('#pad button').nth(4).tap();
  assert.match(await label(page, next), /Corner 5/);
  await page.getByRole('button', { name: 'Undo', exact: true }).tap();
  assert.match(await label(page, next), /empty$/);
  await close(page);
});

test('cells are selected by dragging, with keys held, and all alike by two clicks', async () => {
  const page = await open(address(HARD));
  const cell = (n) => page.locator('[role=gridcell]').nth(n);
  const selected = () => page.locator('[aria-selected=true]').count();
  await cell(0).hover();
  await page.mouse.down();
  for (const n of [1, 2, 11]) await cell(n).hover();
  await page.mouse.up();
  assert.equal(await selected(), 4);
  await cell(80).click({ modifiers: ['Shift'] });
  await cell(79).click({ modifiers: ['Control'] });
  assert.equal(await selected(), 6);
  await page.keyboard.press('Control+i');
  assert.equal(await selected(), 75);
  await page.keyboard.press('Control+a');
  assert.equal(await selected(), 81);
  const { givens } = (await data(page)).puzzles[0];
  const given = [...givens].findIndex((d) => d > 0);
  await cell(given).dblclick();
  assert.equal(await selected(), [...givens].filter((d) => d === givens[given]).length);
  await page.keyboard.press('Escape');
  assert.equal(await selected(), 0);
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  assert.equal(await selected(), 2);
  await close(page);
});

test('cells that lie apart are selected by touch: by a long press, or with a key that keeps selecting', async () => {
  const page = await open(address(HARD), { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true });
  const selected = () => page.locator('[aria-selected=true]').evaluateAll((all) => all.map((cell) => +cell.id.slice(1)));
  const session = await page.context().newCDPSession(page);
  const touch = async (...parts) => {
    for (const [type, n] of parts) {
      const box = n === undefined ? null : await page.locator('[role=gridcell]').nth(n).boundingBox();
      await session.send('Input.dispatchTouchEvent', { type, touchPoints: box ? [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }] : [] });
      if (type === 'touchStart' && parts.length === 2) await page.waitForTimeout(600);
    }
  };
  const cell = (n) => page.locator('[role=gridcell]').nth(n);
  await cell(3).tap();
  await touch(['touchStart', 40], ['touchEnd']);
  await touch(['touchStart', 80], ['touchEnd']);
  assert.deepEqual(await selected(), [3, 40, 80]);
  await cell(10).tap();
  assert.deepEqual(await selected(), [10]);
  const key = page.getByRole('button', { name: 'Select several' });
  await key.tap();
  assert.equal(await key.getAttribute('aria-pressed'), 'true');
  for (const n of [12, 30, 66, 30]) await cell(n).tap();
  assert.deepEqual(await selected(), [10, 12, 66]);
  await key.tap();
  // A finger that is fast leaves no cell out.
  await touch(['touchStart', 0], ['touchMove', 80], ['touchEnd']);
  assert.deepEqual(await selected(), [0, 10, 20, 30, 40, 50, 60, 70, 80]);
  await cell(18).hover();
  await page.mouse.down();
  await cell(26).hover();
  await page.mouse.up();
  assert.deepEqual(await selected(), [18, 19, 20, 21, 22, 23, 24, 25, 26]);
  await close(page);
});

test('mistakes are shown at once where that is wanted, which counts as help', async () => {
  const page = await open(address(HARD));
  const { givens, solution } = (await data(page)).puzzles[0];
  const cell = givens.indexOf('0');
  const wrong = [1, 2, 3, 4, 5, 6, 7, 8, 9].find((d) => d !== +solution[cell]);
  await walk(page, cell);
  await page.keyboard.press(`${wrong}`);
  assert.doesNotMatch(await label(page, cell), /, wrong/);
  await page.getByText('Settings').click();
  await page.locator('input[name=wrong]').click();
  assert.match(await label(page, cell), /, wrong/);
  await page.locator('[role=gridcell]').nth(cell).click();
  await page.keyboard.press(solution[cell]);
  assert.doesNotMatch(await label(page, cell), /, wrong/);
  assert.equal((await page.evaluate((givens) => JSON.parse(localStorage.getItem(`seeddb:${givens}`)), givens)).helped, 1);
  await close(page);
  // Without a solution there is nothing to show.
  const prize = await open(address(make('prize', [puzzles.hard], '--solutions', 'none')));
  await prize.getByText('Settings').click();
  await prize.locator('input[name=fill]').waitFor();
  assert.equal(await prize.locator('input[name=wrong]').count(), 0);
  await close(prize);
});

test('every switch does what it says', async () => {
  const page = await open(address(HARD));
  const { givens } = (await data(page)).puzzles[0];
  await page.getByText('Settings').click();
  const flip = (name) => page.locator(`input[name=${name}]`).click();
  const count = (name) => page.locator(`[role=gridcell].${name}`).count();
  const cell = givens.indexOf('0');
  const rival = [...givens].findIndex((d, c) => d > 0 && Math.floor(c / 9) === Math.floor(cell / 9));
  await page.locator('[role=gridcell]').nth(cell).click();
  assert.equal(await count('near'), 20);
  await page.keyboard.press(givens[rival]);
  assert.ok((await count('conflict')) > 1 && (await count('same')) > 1);
  for (const [name, mark] of [['conflicts', 'conflict'], ['same', 'same'], ['near', 'near']]) {
    await flip(name);
    assert.equal(await count(mark), 0, name);
    await flip(name);
    assert.ok((await count(mark)) > 0, name);
  }
  await page.locator('[role=gridcell]').nth(cell).click();
  await page.keyboard.press('Control+z');
  await flip('fill');
  // Each candidate is in its place, as in a box from 1 to 9.
  assert.equal(await page.locator('.marked').count(), [...givens].filter((d) => d === '0').length);
  const places = await page.locator('.marked').evaluateAll((all) => all.flatMap((cell) => [...cell.children].map((mark) => {
    const [own, of] = [mark, cell].map((element) => element.getBoundingClientRect());
    const third = (from, size, at) => Math.floor((3 * (at - from)) / size);
    return [+mark.dataset.d, 3 * third(of.y, of.height, own.y + own.height / 2) + third(of.x, of.width, own.x + own.width / 2) + 1];
  })));
  assert.ok(places.length > 100 && places.every(([d, place]) => d === place), `${places}`);
  const candidates = (await label(page, cell)).match(/Centre ([\d ]+)/)[1].split(' ');
  const holding = async () => (await page.locator('.centre').evaluateAll((all) => all.map((mark) => mark.dataset.d))).filter((text) => text.includes(candidates[0])).length;
  await page.locator('[role=gridcell]').nth(cell).click();
  const before = await holding();
  await flip('clean');
  await page.locator('[role=gridcell]').nth(cell).click();
  await page.keyboard.press(candidates[0]);
  assert.equal(await holding(), before - 1, 'marks stay but in the cell itself');
  await page.keyboard.press('Control+z');
  await flip('clean');
  await page.locator('[role=gridcell]').nth(cell).click();
  await page.keyboard.press(candidates[0]);
  assert.ok((await holding()) < before - 1 || before === 1);
  await flip('first');
  await page.locator('[role=gridcell]').nth(cell).focus();
  await page.keyboard.press('7');
  assert.equal(await page.locator('#pad [aria-pressed=true]').count(), 1);
  const other = givens.lastIndexOf('0');
  await page.locator('[role=gridcell]').nth(other).click();
  assert.match(await label(page, other), /: 7/);
  await flip('timer');
  assert.ok(await page.locator('#time').isHidden());
  const right = (await page.locator('#panel').boundingBox()).x;
  await flip('left');
  assert.ok((await page.locator('#panel').boundingBox()).x < right);
  // Switches are kept.
  await reloadUntil(page, () => page.locator('#time').isHidden());
  await close(page);
});

test('2,000 random keys lose no digit and throw nothing', async () => {
  const page = await open(address(make('random', [puzzles.expert])));
  const { givens } = (await data(page)).puzzles[0];
  const keys = ['1', '5', '9', '0', 'Backspace', 'ArrowUp', 'ArrowLeft', 'w', 'a', 's', 'd', 'z', 'x', 'c', 'v', 'Space', 'Shift+Space', 'Escape', 'Enter',
    'Control+a', 'Control+i', 'Control+z', 'Control+y', 'Control+Shift+z', 'Shift+ArrowDown', 'Shift+Digit3', 'Control+Digit4', 'Control+Shift+Digit5', 'h', 'k', 'Tab', 'q', 'Home'];
  let n = 7;
  for (let i = 0; i < 2000; i++) {
    n = (Math.imul(n, 1664525) + 1013904223) >>> 0;
    const key = keys[Math.floor((n / 2 ** 32) * keys.length)];
    await page.keyboard.press(key);
    // Beside the board a key is not one of the game.
    if (key === 'Tab') await page.keyboard.press('Shift+Tab');
  }
  const board = await digits(page);
  assert.ok([...givens].every((d, c) => d === '0' || board[c] === d));
  await reloadUntil(page, async () => (await digits(page)) === board);
  for (let i = 0; i < 2000 && (i % 50 || (await digits(page)) !== givens); i++) await page.keyboard.press('Control+z');
  assert.equal(await digits(page), givens, 'undo has no end');
  await close(page);
});

test('a key draws the cells that it changes, and no others', async () => {
  const page = await open(address(make('random', [puzzles.expert])));
  await page.locator('[role=gridcell]').first().click();
  const wrong = await page.evaluate(() => {
    const [board, cells] = [document.getElementById('board'), [...document.querySelectorAll('[role=gridcell]')]];
    const seen = new MutationObserver(() => {});
    seen.observe(board, { subtree: true, childList: true, attributes: true, characterData: true });
    const keys = ['1', '5', '9', '0', 'ArrowUp', 'ArrowLeft', 's', 'd', 'z', 'x', 'c', 'v', 'Escape', 'k'];
    const wrong = [];
    let [n, drawn] = [11, 0];
    for (let i = 0; i < 1500; i++) {
      n = (Math.imul(n, 1664525) + 1013904223) >>> 0;
      const key = keys[Math.floor((n / 2 ** 32) * keys.length)];
      const before = cells.map((cell) => cell.outerHTML);
      cells.find((cell) => cell.tabIndex === 0).dispatchEvent(new KeyboardEvent('keydown', { key, code: /\d/.test(key) ? `Digit${key}` : '', ctrlKey: i % 7 === 0, bubbles: true, cancelable: true }));
      const touched = new Set(seen.takeRecords().map(({ target }) => cells.indexOf(target.closest('[role=gridcell]'))).filter((c) => c >= 0));
      drawn += touched.size;
      // Marks below a digit are not seen.
      for (const c of touched) if (cells[c].outerHTML === before[c] && !cells[c].querySelector('b')) wrong.push(`key ${i}, ${key}: cell ${c}`);
    }
    return drawn > 1500 ? wrong : [`${drawn} cells were drawn`];
  });
  assert.deepEqual(wrong, []);
  await close(page);
});

test('one, two and four boards are one sheet of paper, with cells of one size', async () => {
  // The first has a row in which no digit stands.
  const page = await open(address(make('print', ['080030000700000090003506000007800300004005000096407200100600087000000000530000400', ...draw('easy', 4)])));
  await page.getByText('Print').first().click();
  for (const n of ['1', '2', '4']) {
    await page.locator('#more select').selectOption(n);
    await page.getByLabel('with solution').check();
    // As the browser does it before it prints.
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    assert.equal(await page.locator('#sheet figure').count(), +n);
    assert.equal(await page.locator('.answer').count(), +n);
    await page.emulateMedia({ media: 'print' });
    const cells = await page.evaluate(() => [...document.querySelectorAll('#sheet table')].map((table) => [...table.querySelectorAll('td')].flatMap((cell) => [cell.offsetWidth, cell.offsetHeight])));
    for (const sides of cells) assert.ok(Math.max(...sides) - Math.min(...sides) <= 2, `${n} boards: ${sides}`);
    await page.emulateMedia({ media: 'screen' });
    const pdf = (await page.pdf({ format: 'A4', margin: { top: '1cm', left: '1cm', right: '1cm', bottom: '1cm' } })).toString('latin1');
    assert.equal(pdf.match(/\/Type\s*\/Page\b/g).length, 1, `${n} boards`);
  }
  await close(page);
});

test('the times fit the smallest phone, in every language', async () => {
  for (const language of ['de', 'en', 'es', 'fr', 'nl']) {
    const context = await browser.newContext({ viewport: { width: 320, height: 640 } });
    const page = await context.newPage();
    const time = 5_000_000;
    await keep(page, `seeddb:${'1'.repeat(81)}`, JSON.stringify({ log: [], done: 0, time, level: 'beyond', when: 1, first: { time, helped: 0, day: '2027-01-01' } }));
    await page.goto(address(make(`times-${language}`, [puzzles.hard], '--language', language)));
    await page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));
    await page.locator('.times', { hasText: '1:23:20' }).waitFor();
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320, language);
    await context.close();
  }
});

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing, ${colorScheme}, at four sizes; nothing is too small or too wide`, async () => {
    for (const width of [320, 360, 768, 1280]) {
      const page = await open(address(make('axe', draw('hard', 3), '--title', 'A title that is rather long, عنوان')), { viewport: { width, height: 800 }, colorScheme });
      for (const key of ['5', 'ArrowDown', 'x', '1', '2', 'ArrowDown', 'c', '3', 'ArrowDown', 'v', '4', '5', 'k', 'h']) await page.keyboard.press(key);
      await page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));
      await page.evaluate(AXE);
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), [], `${width}`);
      const sizes = await page.evaluate(() => {
        const least = (what) => Math.min(...[...document.querySelectorAll(what)].flatMap((e) => [e.offsetWidth, e.offsetHeight]).filter(Boolean));
        return [least('button'), least('[role=gridcell]'), document.documentElement.scrollWidth];
      });
      const heights = await page.evaluate(() => [...document.querySelectorAll('[role=row]')].map((row) => row.offsetHeight));
      assert.ok(Math.max(...heights) - Math.min(...heights) <= 1, `rows of one height: ${heights}`);
      assert.ok(sizes[0] >= 44 && sizes[1] >= 24 && sizes[2] <= width, `${width}: ${sizes}`);
      await close(page);
    }
  });
}

test('it plays from a file, from a server with one request, and in a sandbox that keeps nothing', async (t) => {
  const frame = `<link rel="icon" href="data:,"><iframe sandbox="allow-scripts" src="/hard" width="900" height="900"></iframe>`;
  assert.ok(gzipSync(readFileSync(HARD), { level: 9 }).length <= 17_000, 'a page is small as servers send it');
  const server = await served({ '/hard': HARD, '/frame': frame });
  t.after(server.close);
  for (const [url, kept] of [[address(HARD), true], [`${server.at}/hard`, true], [`${server.at}/frame`, false]]) {
    const page = await open(url);
    const within = kept ? page.mainFrame() : page.frames()[1];
    const cell = within.locator('[role=gridcell].given').first();
    await cell.waitFor();
    const first = await within.evaluate(() => [...document.querySelectorAll('[role=gridcell]')].findIndex((c) => !c.classList.contains('given')));
    await within.locator('[role=gridcell]').nth(first).click();
    await page.keyboard.press('4');
    assert.match(await within.locator('[role=gridcell]').nth(first).getAttribute('aria-label'), /: 4/);
    if (!kept) assert.match(await within.locator('#say').textContent(), /not kept/);
    assert.equal(page.asked.filter((asked) => !asked.startsWith('data:')).length, kept ? 1 : 2, `${page.asked}`);
    await close(page);
  }
});

test('what an address or a text holds is opened, or refused in words', async () => {
  const other = puzzles.easy.replaceAll('.', '0');
  const bad = [
    [other.slice(1), /80 digits/],
    ['0'.repeat(30) + other.slice(30), /several solutions/],
    ['55' + other.slice(2), /no solution/],
  ];
  for (const [s, words] of bad) {
    const page = await open(`${address(HARD)}#s=${s}`);
    await says(page, words);
    assert.equal(await digits(page), (await data(page)).puzzles[0].givens, 'the puzzle of the page is there');
    await close(page);
  }
  const page = await open(`${address(HARD)}?s=${other}`);
  await shows(page, other);
  await page.keyboard.press('h');
  assert.match(await said(page), /No step leads on/);
  await page.getByRole('button', { name: 'One cell' }).click();
  assert.notEqual(await digits(page), other);
  // Out as a link of SudokuPad, and in again.
  await page.getByText('Share and open').click();
  await page.locator('#share a').nth(2).waitFor();
  const links = await page.locator('#share a').evaluateAll((all) => all.map((a) => a.href));
  assert.equal(links.length, 3);
  await page.goto(address(HARD));
  await page.getByText('Share and open').click();
  for (const [text, words] of bad) {
    await page.getByLabel('81 digits or a link').fill(text);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await says(page, words);
  }
  await page.getByLabel('81 digits or a link').fill(links[0]);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.waitForURL(/#s=/);
  await shows(page, other.replaceAll('0', '.'));
  await close(page);
});

test('many puzzles have a list, with what is solved and the time of it', async () => {
  const page = await open(address(make('many', [puzzles.easy, puzzles.hard, puzzles.expert])));
  const { puzzles: all } = await data(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.waitForURL(/#n=2/);
  await shows(page, all[1].givens);
  await page.getByRole('combobox', { name: 'Puzzles' }).selectOption('0');
  await page.waitForURL(/#n=1/);
  await shows(page, all[0].givens);
  await enter(page, all[0]);
  assert.match(await said(page), /Solved/);
  assert.match(await page.locator('#which option').first().textContent(), /✓/);
  await page.getByText('Begun puzzles').click();
  assert.match(await page.locator('#begun').textContent(), /solved/);
  await page.locator('#begun button').first().click();
  assert.match(await page.locator('#begun').textContent(), /None/);
  await close(page);
});

test('a prize page says that it has no solution', async () => {
  const page = await open(address(make('prize', [puzzles.hard], '--solutions', 'none')));
  const { puzzles: [puzzle], prize } = await data(page);
  assert.ok(prize && !puzzle.solution && !puzzle.steps);
  for (const name of ['Hint', 'Check', 'Undo mistake', 'One cell']) {
    await page.getByRole('button', { name, exact: true }).click();
    assert.match(await said(page), /prize/, name);
  }
  await close(page);
});

test('hostile titles are words, and what was kept may be broken', async () => {
  const hostile = `</script><img src=x onerror="document.title='out'">"><img`;
  const file = make('hostile', [puzzles.hard], '--title', hostile, '--credit', hostile);
  const page = await open(address(file));
  assert.equal(await page.locator('h1').textContent(), hostile);
  assert.equal(await page.locator('img').count(), 0);
  const { givens } = (await data(page)).puzzles[0];
  for (const broken of ['{"log":[[', '{"log":[[[0,9,1]]],"done":1}', '{"log":null}', '5', '[]']) {
    await keep(page, `seeddb:${givens}`, broken);
    await page.reload();
    assert.match(await said(page), /cannot be read/, broken);
    assert.equal(await digits(page), givens);
  }
  await close(page);
});

test('a puzzle that is open in two windows is the same in both, and nothing is lost', async () => {
  const one = await open(address(HARD));
  const two = await one.context().newPage();
  await two.goto(address(HARD));
  const { givens, solution } = (await data(one)).puzzles[0];
  const free = [...givens].flatMap((d, c) => (d === '0' ? [c] : []));
  const put = async (page, cell) => {
    await page.bringToFront();
    await page.locator('[role=gridcell]').nth(cell).click();
    await page.keyboard.press(solution[cell]);
  };
  const both = (cells) => [...givens].map((d, c) => (cells.includes(c) ? solution[c] : d)).join('');
  for (let n = 0; n < 6; n++) {
    await put(n % 2 ? two : one, free[n]);
    for (const page of [one, two]) await shows(page, both(free.slice(0, n + 1)));
  }
  // Undo goes on in the other window; the window that is closed takes nothing back.
  await one.bringToFront();
  await one.keyboard.press('Control+z');
  await shows(two, both(free.slice(0, 5)));
  await put(two, free[7]);
  assert.deepEqual(one.thrown, []);
  await one.close();
  await two.reload();
  await shows(two, both([...free.slice(0, 5), free[7]]));
  await two.context().close();
});

test('a title from right to left is read so, and the board is not turned', async () => {
  const title = 'سودوكو الأحد رقم 12';
  const page = await open(address(make('rtl', draw('easy', 2), '--title', title, '--credit', 'أحمد')), { viewport: { width: 320, height: 700 } });
  const direction = (what) => page.locator(what).first().evaluate((element) => getComputedStyle(element).direction);
  assert.equal(await direction('h1'), 'rtl');
  assert.match(await page.locator('h1').textContent(), new RegExp(title));
  const [first, last] = [0, 8].map((n) => page.locator('[role=gridcell]').nth(n));
  assert.ok((await first.boundingBox()).x < (await last.boundingBox()).x);
  await page.locator('[role=gridcell]:not(.given)').first().click();
  await page.keyboard.press('1');
  await page.getByText('Begun puzzles').click();
  assert.equal(await direction('#begun a'), 'rtl');
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320);
  await close(page);
});

test('where the browser keeps nothing, or is full, it plays and says so once', async () => {
  for (const refuse of [
    () => Object.defineProperty(globalThis, 'localStorage', { get: () => { throw new DOMException('no', 'SecurityError'); } }),
    () => (Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }),
  ]) {
    const context = await browser.newContext();
    await context.addInitScript(refuse);
    const page = await context.newPage();
    page.thrown = [];
    page.on('pageerror', (error) => page.thrown.push(error.message));
    await page.goto(address(HARD));
    const cells = page.locator('[role=gridcell]:not(.given)');
    await cells.first().click();
    await page.keyboard.press('4');
    assert.match(await said(page), /not kept/);
    await cells.nth(1).click();
    await page.keyboard.press('5');
    assert.doesNotMatch(await said(page), /not kept/);
    await page.getByText('Settings').click();
    await page.locator('input[name=near]').click();
    await close(page);
  }
});
