// Packs: no puzzle twice, what is asked for or a reason, memories that several share.
import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { LEVELS, SEEDDB, native, seeddb } from './home.js';

const { Pack, canon, rate, symmetries } = seeddb;
const folder = mkdtempSync(join(tmpdir(), 'seeddb-'));
after(() => rmSync(folder, { recursive: true }));
const named = (name, words) => (error) => error.name === name && (words ?? /./).test(error.message);
const DRAWS = +(process.env.SEEDDB_DRAWS ?? 700);

test('no puzzle comes twice, and levels are right', async (t) => {
  const pack = await Pack.open({ memory: false });
  const [keys, drawn] = [new Set(), []];
  for (const level of LEVELS) drawn.push(...(await pack.drawAll(Math.ceil(DRAWS / LEVELS.length), { level })));
  for (const { key } of drawn) keys.add(key);
  assert.equal(keys.size, drawn.length);
  const rated = SEEDDB ? native(['rate'], drawn.map(({ puzzle }) => puzzle)) : drawn.map(({ puzzle }) => rate(puzzle));
  rated.forEach(({ tier, score }, at) => assert.deepEqual([tier, score === null ? null : Math.round(10 * score)], [drawn[at].tier, drawn[at].score === null ? null : Math.round(10 * drawn[at].score)]));
  // A level that was asked for is on the label, also where another one above it in the table admits
  // the puzzle.
  drawn.forEach(({ level }, at) => assert.equal(level, LEVELS[Math.floor(at / Math.ceil(DRAWS / LEVELS.length))]));
  rated.forEach((row, at) => assert.equal(row.level, drawn[at].level, row.puzzle));
  t.diagnostic(`${drawn.length} puzzles`);
  await pack.close();
});

test('wishes are met', async () => {
  const pack = await Pack.open({ memory: false });
  for (const symmetry of ['rot180', 'rot90', 'top-bottom', 'left-right', 'diagonal', 'anti-diagonal']) {
    const { puzzle, key, id } = await pack.draw({ symmetry, level: 'expert' });
    assert.ok(symmetries(puzzle).symmetry.split(', ').includes(symmetry));
    assert.deepEqual([canon(puzzle).key, canon(puzzle).id], [key, id]);
  }
  const { clues, puzzle } = await pack.draw({ clues: [24, 25], level: 'fiendish' });
  assert.ok(clues >= 24 && clues <= 25 && symmetries(puzzle).clues === clues);
  assert.equal(symmetries((await pack.draw({ minimal: true, tier: 3 })).puzzle).minimal, true);
  await pack.close();
});

test('a file remembers, and several packs share it', async () => {
  const file = join(folder, 'shared.txt');
  // Three seeds, so that the same puzzles come again.
  const [head, ...lines] = readFileSync(join(import.meta.dirname, '../../../target/npm/package/seeds.tsv'), 'utf8').split('\n');
  const seeds = [head, ...lines.filter((line) => line.split('\t')[2] === '5').slice(0, 3)].join('\n');
  const open = () => Pack.open({ seeds, memory: { file } });
  const packs = await Promise.all([open(), open(), open()]);
  assert.equal(packs[0].seeds, 3);
  const keys = (await Promise.all(packs.map(async (pack) => {
    const own = [];
    for (let n = 0; n < 40; n++) own.push((await pack.draw()).key);
    return own;
  }))).flat();
  assert.equal(new Set(keys).size, 120);
  await Promise.all(packs.map((pack) => pack.close()));
  // A line that a crash cut off is passed over.
  appendFileSync(file, '0123');
  const again = await open();
  const more = await again.drawAll(40);
  assert.equal(new Set([...keys, ...more.map(({ key }) => key)]).size, 160);
  await again.close();
  const last = await open();
  assert.ok(!keys.includes((await last.draw()).key));
  await last.close();
});

test('a pack that is used up says so', async () => {
  const [head, ...lines] = readFileSync(join(import.meta.dirname, '../../../target/npm/package/seeds.tsv'), 'utf8').split('\n');
  const seeds = [head, lines.reduce((least, line) => (line.split('\t')[2] === '5' && +line.split('\t')[9] < +least.split('\t')[9] ? line : least), lines.find((line) => line.split('\t')[2] === '5'))].join('\n');
  const pack = await Pack.open({ seeds, memory: false });
  const keys = new Set();
  await assert.rejects(async () => {
    for (let n = 0; n < 1_000_000; n++) keys.add((await pack.draw({ minimal: true, clues: 24 })).key);
  }, named('Unmet'));
  await assert.rejects(pack.drawAll(5, { minimal: true, clues: 24 }), (error) => error.name === 'Unmet' && Array.isArray(error.rows));
  await pack.close();
});

test('drawn in a worker: a signal, progress, a pack closed meanwhile', async () => {
  const pack = await Pack.open({ memory: false });
  const seen = [];
  assert.equal((await pack.drawAll(70, { level: 'easy' }, { progress: (...told) => seen.push(told) })).length, 70);
  assert.deepEqual(seen.at(-1), [70, 70]);
  const end = new AbortController();
  await assert.rejects(pack.drawAll(1_000_000, {}, { signal: end.signal, progress: () => end.abort() }), named('AbortError'));
  await assert.rejects(pack.drawAll(1_000_000, {}, { progress: () => pack.close() }), named('Closed'));
});

test('bad input has its error', async () => {
  const pack = await Pack.open({ memory: false });
  for (const [wish, kind, words] of [
    [{ level: 'nope' }, 'RequestError', /there are beginner/],
    [{ levle: 'easy' }, 'RequestError', /no key levle/],
    [{ clues: NaN }, 'RequestError', /NaN/],
    [{ clues: [1, 2, 3] }, 'RequestError', /a pair/],
    [{ clues: 'many' }, 'RequestError', /many/],
    [{ level: 5 }, 'RequestError', /the number 5/],
    [{ symmetry: 'rot45' }, 'RequestError', /rot45/],
    [{ technique: 'magic' }, 'RequestError', /magic/],
    [{ level: 'beginner', clues: [22, 24] }, 'RequestError', /takes 39 to 81 clues/],
    [{ clues: [10, 12] }, 'Unmet', /fewer than 17/],
    [{ tier: 3, symmetry: 'rot90' }, 'Unmet', /serves the symmetry rot90/],
    ['hard', 'TypeError', /an object/],
    [null, 'TypeError', /null/],
  ]) await assert.rejects(pack.draw(wish), named(kind, words), JSON.stringify(wish));
  await assert.rejects(pack.drawAll(NaN), named('RequestError', /whole number/));
  // Another thread would get a pack without anything.
  assert.throws(() => structuredClone(pack), named('DataCloneError'));
  await pack.close();
  await pack.close();
  await assert.rejects(pack.draw(), named('Closed'));
  await assert.rejects(pack.drawAll(1), named('Closed'));

  const bytes = new Uint8Array(10);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  const strange = join(folder, 'strange.txt');
  writeFileSync(strange, 'a letter to the editor\n');
  for (const [options, kind, words] of [
    [{}, 'RequestError', /where to remember/],
    [{ memory: 'drawn.txt' }, 'RequestError', /where to remember/],
    [{ memory: { file: strange } }, 'MemoryError', /no memory of a pack/],
    [{ memory: { file: join(folder, 'no/such/folder') } }, 'MemoryError', /ENOENT/],
    [{ memory: { name: 'here' } }, 'MemoryError', /indexedDB|refuses/],
    [{ memory: false, seeds: '' }, 'RequestError', /no seed/],
    [{ memory: false, seeds: 'puzzle\nhello' }, 'RequestError', /line 2 of the pack is no seed/],
    [{ memory: false, seeds: 5 }, 'TypeError', /the number 5/],
    [{ memory: false, seeds: bytes }, 'TypeError', /detached/],
  ]) await assert.rejects(Pack.open(options), named(kind, words), JSON.stringify(options));
  assert.equal(readFileSync(strange, 'utf8'), 'a letter to the editor\n');
});
