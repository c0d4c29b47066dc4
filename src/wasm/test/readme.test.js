// The examples of the README, run as they stand: what a line says after `// =>` is what it gives.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { seeddb } from './home.js';

test('the examples of the README', async () => {
  const text = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const code = [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(([, own]) => own).join('\n');
  const checked = code.replace(/^import \{(.*)\} from 'seeddb';$/gm, (_, names) => `var {${names}} = seeddb;`).replace("'drawn.txt'", 'file').replace(/^(.*); \/\/ => (.*)$/gm, (_, made, given) => `count++; assert.deepEqual(${made}, ${given});`);
  const folder = mkdtempSync(join(tmpdir(), 'seeddb-'));
  const run = Object.getPrototypeOf(async () => {}).constructor;
  try {
    const count = await new run('seeddb', 'assert', 'file', `let count = 0;\n${checked}\nreturn count;`)(seeddb, assert, join(folder, 'drawn.txt'));
    assert.equal(count, [...code.matchAll(/\/\/ =>/g)].length);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
