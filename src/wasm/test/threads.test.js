// Other threads: each has a package of its own, with the same errors; they share the memory of
// packs, and nothing else.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { MessageChannel, Worker } from 'node:worker_threads';
import { EASY, PACKAGE, seeddb } from './home.js';

const { Pack, rate, rateAll, solve } = seeddb;
const folder = mkdtempSync(join(tmpdir(), 'seeddb-'));
after(() => rmSync(folder, { recursive: true }));
const SEEDS = (() => {
  const [head, ...lines] = readFileSync(join(PACKAGE, 'seeds.tsv'), 'utf8').split('\n');
  return [head, ...lines.filter((line) => line.split('\t')[2] === '5').slice(0, 3)].join('\n');
})();

/** What the body of an async function gives in another thread, which has the package as `seeddb` and this data. */
async function elsewhere(body, data) {
  const code = `const { parentPort, workerData } = require('node:worker_threads');
    import(${JSON.stringify(join(PACKAGE, 'index.js'))}).then(async (seeddb) => {
      const told = await (async (data) => { ${body} })(workerData).catch((error) => ({ name: error.name, message: error.message }));
      parentPort.postMessage(told);
    });`;
  const worker = new Worker(code, { eval: true, workerData: data });
  try {
    return await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  } finally {
    await worker.terminate();
  }
}

test('another thread gives the same', async () => {
  const told = await elsewhere('return [seeddb.rate(data), await seeddb.rate(data, { metric: "se" }), (await seeddb.rateAll([data])).rows[0]];', EASY);
  assert.deepEqual(told, [rate(EASY), await rate(EASY, { metric: 'se' }), rate(EASY)]);
});

test('errors in another thread have their kinds', async () => {
  for (const [body, name, words] of [
    ['return seeddb.rate("..4")', 'InvalidPuzzle', /3 cells/],
    ['return seeddb.solve(".".repeat(81)), seeddb.rate(".".repeat(81))', 'NotUnique', /solution/],
    ['return seeddb.rate(data, { metric: "x" })', 'RequestError', /hsolve, se, common/],
    ['const pack = await seeddb.Pack.open({ memory: false }); await pack.close(); return pack.draw()', 'Closed', /closed/],
    ['return seeddb.Pack.open({ memory: { file: "/no/such/folder" } })', 'MemoryError', /ENOENT/],
    [`const { SudokuBoard } = await import(${JSON.stringify(join(PACKAGE, 'board.js'))}); return new SudokuBoard()`, 'TypeError', /no document/],
  ]) {
    const told = await elsewhere(body, EASY);
    assert.equal(told.name, name, body);
    assert.match(told.message, words);
  }
});

test('a pack stays in its thread', async () => {
  const pack = await Pack.open({ memory: false });
  const { port1 } = new MessageChannel();
  assert.throws(() => port1.postMessage(pack), { name: 'DataCloneError' });
  assert.throws(() => new Worker('', { eval: true, workerData: pack }), { name: 'DataCloneError' });
  port1.close();
  await pack.close();
});

test('cells that another thread has taken', async () => {
  const cells = Uint8Array.from(EASY, (sign) => +sign || 0);
  const { port1, port2 } = new MessageChannel();
  const taken = new Promise((resolve) => port2.once('message', resolve));
  port1.postMessage(cells, [cells.buffer]);
  await assert.rejects(rateAll(cells), { name: 'TypeError', message: /another thread has it/ });
  assert.deepEqual((await rateAll(await taken)).rows, [rate(EASY)]);
  port1.close();
});

test('cells that threads share', async () => {
  const cells = new Uint8Array(new SharedArrayBuffer(81));
  cells.set(Uint8Array.from(EASY, (sign) => +sign || 0));
  assert.deepEqual((await rateAll(cells)).rows, [rate(EASY)]);
  assert.equal(solve(EASY).solution, await elsewhere('return seeddb.solve(Array.from(data, String).join("")).solution;', cells));
});

test('threads that share a memory never draw the same', async () => {
  const draw = `const pack = await seeddb.Pack.open({ seeds: data.seeds, memory: { file: data.file } });
    const keys = [];
    for (let n = 0; n < 40; n++) keys.push((await pack.draw()).key);
    for (const { key } of await pack.drawAll(20)) keys.push(key);
    await pack.close();
    return keys;`;
  const data = { seeds: SEEDS, file: join(folder, 'shared.txt') };
  const keys = (await Promise.all([elsewhere(draw, data), elsewhere(draw, data), elsewhere(draw, data)])).flat();
  assert.equal(new Set(keys).size, 180, String(keys.slice(0, 3)));
});
