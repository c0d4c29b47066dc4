// The package for JavaScript beside npm's sudoku-gen: of so many puzzles how many are different,
// how many have the level they are sold as, how long one takes. Run where both are installed:
//
//     npm install sudoku-gen target/npm/seeddb-*.tgz && node tools/peers/javascript.js [COUNT [SEEDDB]]
//
// SEEDDB is the program that rates them; without it the package does. sudoku-gen says easy to
// expert, and so are these asked of both; its levels have no definition, so they are only counted.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [count, program] = [+(process.argv[2] ?? 10_000), process.argv[3]];
const require = createRequire(join(process.cwd(), 'package.json'));
const { Pack, canon, rateAll } = await import(pathToFileURL(join(process.cwd(), 'node_modules/seeddb/index.js')));
const { getSudoku } = require('sudoku-gen');
const LEVELS = ['easy', 'medium', 'hard', 'expert'];

async function measure(name, draw) {
  const [puzzles, begin] = [[], performance.now()];
  for (let at = 0; at < count; at++) puzzles.push(await draw(LEVELS[at % 4]));
  const ms = (performance.now() - begin) / count;
  const different = new Set(puzzles.map((puzzle) => canon(puzzle).key)).size;
  const rows = program
    ? execFileSync(program, ['rate', '--format', 'jsonl', '-'], { input: puzzles.join('\n'), maxBuffer: 1 << 30, encoding: 'utf8' }).trim().split('\n').map((line) => JSON.parse(line))
    : (await rateAll(puzzles)).rows;
  const levels = LEVELS.map((level, at) => {
    const got = {};
    rows.forEach((row, place) => place % 4 === at && (got[row.level] = (got[row.level] ?? 0) + 1));
    return `${level}: ${Object.entries(got).map(([name, times]) => `${times} ${name}`).join(', ')}`;
  });
  console.log(`${name}: ${different} different of ${count}, ${ms.toFixed(3)} ms each\n  ${levels.join('\n  ')}`);
}
const pack = await Pack.open({ memory: false });
await measure('seeddb', async (level) => (await pack.draw({ level })).puzzle);
await measure('sudoku-gen', (level) => getSudoku(level).puzzle.replaceAll('-', '.'));
