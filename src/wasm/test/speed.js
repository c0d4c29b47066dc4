// How long a draw takes, of each level with each symmetry: milliseconds of processor time in this
// thread. A table to read, not a test.
//
//     node src/wasm/test/speed.js [DRAWS [PACKAGE]]
import { join, resolve } from 'node:path';

const PACKAGE = process.argv[3] ? resolve(process.argv[3]) : join(import.meta.dirname, '../../../target/npm/package');
const { Pack } = await import(join(PACKAGE, 'index.js'));
const count = +(process.argv[2] ?? 200);
const pack = await Pack.open({ memory: false });
let slow = 0;
console.log('level\tsymmetry\tfirst\tmedian\tp95\tgreatest');
for (const level of ['beginner', 'easy', 'medium', 'hard', 'fiendish', 'expert', 'beyond'])
  for (const symmetry of ['none', 'rot180', 'rot90', 'top-bottom', 'left-right', 'diagonal', 'anti-diagonal']) {
    const times = [];
    try {
      while (times.length < count) {
        const begin = process.cpuUsage();
        await pack.draw({ level, symmetry });
        const { user, system } = process.cpuUsage(begin);
        times.push((user + system) / 1000);
      }
    } catch (error) {
      console.log(`${level}\t${symmetry}\t${times.length} draws, then: ${error.message}`);
      continue;
    }
    const [first, sorted] = [times[0], times.toSorted((one, other) => one - other)];
    const at = (share) => sorted[Math.ceil(share * count) - 1];
    slow += at(0.95) >= 5;
    console.log([level, symmetry, ...[first, at(0.5), at(0.95), at(1)].map((ms) => ms.toFixed(1))].join('\t'));
  }
console.log(`${slow} of 49 with 5 ms or more at p95`);
await pack.close();
