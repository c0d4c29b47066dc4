// The command of the package, beside the program: its rows, its flags, its exit codes.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { EASY, PACKAGE, ROOT, SEEDDB, puzzlesOf, seeddb } from './home.js';

const folder = mkdtempSync(join(tmpdir(), 'seeddb-'));
after(() => rmSync(folder, { recursive: true }));

const run = (args, { input = '' } = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(PACKAGE, 'program.js'), ...args], { cwd: folder, input, encoding: 'utf8', maxBuffer: 1 << 28 });
  return { code: status, out: stdout, said: stderr };
};
const rows = (text) => text.trim().split('\n').map((line) => line.split('\t'));

test('draws are what was asked for, and none comes twice', () => {
  const { code, out, said } = run(['draw', '--level', 'expert', '--count', '40', '-q']);
  assert.deepEqual([code, said], [0, '']);
  const drawn = rows(out);
  assert.equal(new Set(drawn.map(([, , id]) => id)).size, 40);
  for (const [puzzle, solution, id, level, tier, score, clues] of drawn) {
    const rated = seeddb.rate(puzzle);
    assert.deepEqual([level, Number(tier), Number(score)], ['expert', rated.tier, rated.score]);
    assert.deepEqual([seeddb.solve(puzzle).solution, seeddb.canon(puzzle).id], [solution, id]);
    assert.equal(puzzle.replaceAll('.', '').length, Number(clues));
  }
});

test('wishes are flags, as of the program', () => {
  const line = ['draw', '--level', 'medium', '--symmetry', 'rot180', '--clues', '24..34', '-n', '3', '--format', 'jsonl', '-q'];
  const drawn = run(line).out.trim().split('\n').map((text) => JSON.parse(text));
  assert.equal(drawn.length, 3);
  for (const { puzzle, level, clues } of drawn) {
    assert.ok(level === 'medium' && clues >= 24 && clues <= 34);
    assert.ok([...puzzle].every((sign, at) => (sign === '.') === (puzzle[80 - at] === '.')));
  }
  const minimal = JSON.parse(run(['draw', '--level', 'medium', '--minimal', '--format', 'jsonl', '-q']).out);
  assert.ok(minimal.level === 'medium' && seeddb.isMinimal(minimal.puzzle));
  assert.match(run(['draw', '--technique', 'x-wing', '--without', 'swordfish,naked quad', '--min-givens-a-box', '1', '-q']).out, /\t2\t/);
});

test('it says that it has no ledger, and remembers in a file', () => {
  const line = ['draw', '--level', 'beginner', '-n', '5'];
  assert.match(run(line).said, /^no ledger: .*--memory FILE/);
  const ids = [1, 2].flatMap(() => {
    const { code, out, said } = run([...line, '--memory', 'drawn.txt']);
    assert.deepEqual([code, said], [0, '']);
    return rows(out).map(([, , id]) => id);
  });
  assert.equal(new Set(ids).size, 10);
  assert.equal(readFileSync(join(folder, 'drawn.txt'), 'utf8').trim().split('\n').length, 11);
});

test('what the seeds cannot give is told, with exit code 3', () => {
  const { code, out, said } = run(['draw', '--level', 'easy', '--clues', '17', '-q']);
  assert.deepEqual([code, out], [3, '']);
  assert.match(said, /^no puzzles: /);
});

test('what cannot be meant is told, with exit code 2', () => {
  for (const [line, words] of [
    [['mine'], /no command "mine" here: there are draw, solve, rate/],
    [['draw', '--bogus'], /'--bogus'/],
    [['draw', '--level', 'nope'], /no level named 'nope'/],
    [['draw', '--count', 'x'], /--count is a number, not "x"/],
    [['draw', '--count', '0'], /from 1 on/],
    [['rate', '--metric', 'x', EASY], /no metric "x"/],
    [['solve', '--format', 'pdf', EASY], /no format "pdf" here/],
    [['solve', '--level', 'easy', EASY], /'--level'/],
  ]) {
    const { code, out, said } = run(line);
    assert.deepEqual([code, out], [2, ''], line.join(' '));
    assert.match(said, words);
  }
  assert.deepEqual([run([]).code, run([]).out], [2, '']);
});

test('puzzles of files, arguments and stdin; a bad one is named by its line', () => {
  writeFileSync(join(folder, 'list.txt'), `# title\r\n${EASY}\tmore\r\n\r\n..4\r\n${'.'.repeat(81)}\r\n`);
  const { code, out, said } = run(['rate', 'list.txt', EASY]);
  assert.deepEqual([code, rows(out).map(([puzzle]) => puzzle), said], [1, [EASY, EASY], 'list.txt:4: 3 cells, a grid has 81\nlist.txt:5: more than one solution\n']);
  assert.deepEqual(run(['solve'], { input: EASY }), run(['solve', EASY]));
  assert.equal(run(['rate', EASY, '.'.repeat(81)]).said, 'argument:2: more than one solution\n');
  assert.match(run(['solve', 'gone.txt']).said, /^error: cannot read gone.txt: there is no such file/);
});

test('a reader that closes the pipe is no error', { skip: process.platform === 'win32' }, () => {
  const script = `"$0" "$1" draw --tier 0 -n 500 -q --format json | head -n 1; exit "\${PIPESTATUS[0]}"`;
  assert.equal(execFileSync('bash', ['-c', script, process.execPath, join(PACKAGE, 'program.js')], { encoding: 'utf8' }), '[\n');
});

test('versions and help', () => {
  assert.equal(run(['--version']).out, `seeddb ${JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')).version}\n`);
  assert.match(run(['draw', '--help']).out, /--hardest-at/);
  assert.match(readFileSync(join(ROOT, 'src/wasm/README.md'), 'utf8'), /seeddb draw --level expert --count 100/);
});

test('solutions and ratings are those of the program, to the byte', { skip: !SEEDDB }, () => {
  const input = puzzlesOf(150).join('\n');
  for (const command of [['solve'], ['rate'], ['rate', '--metric', 'se']]) {
    for (const format of ['text', 'csv', 'tsv', 'json', 'jsonl']) {
      const line = [...command, '--format', format];
      const own = execFileSync(SEEDDB, [...line, '-'], { input, encoding: 'utf8' });
      assert.equal(run([...line, '-'], { input }).out, own, line.join(' '));
    }
  }
});
