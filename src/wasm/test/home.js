// What the tests share: the package as it is installed, the program, puzzles.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../..');
export const PACKAGE = join(ROOT, 'target/npm/package');
export const seeddb = await import(join(PACKAGE, 'index.js'));
export const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
export const SEEDDB = process.env.SEEDDB;

/** Records that the program prints. */
export function native(args, puzzles) {
  const input = puzzles.join('\n');
  return execFileSync(SEEDDB, [...args, '--format', 'jsonl', '-'], { input, maxBuffer: 1 << 30, encoding: 'utf8' }).trim().split('\n').map((line) => JSON.parse(line));
}

/** So many seeds, evenly over the lines of seeds/starter.tsv: all tiers and symmetries, moved so that they lie as any puzzle does. */
export function puzzlesOf(count) {
  const lines = readFileSync(join(ROOT, 'seeds/starter.tsv'), 'utf8').trimEnd().split('\n').slice(1);
  return Array.from({ length: count }, (_, at) => {
    const short = lines[Math.floor((at * lines.length) / count)].split('\t')[0];
    const puzzle = short.replace(/[a-z]/g, (sign) => '.'.repeat(sign.charCodeAt(0) - 96));
    return seeddb.shuffle(puzzle, { rngSeed: at });
  });
}

/** The numbers of seeds of each level that a test draws, in the order of the levels. */
export const LEVELS = ['beginner', 'easy', 'medium', 'hard', 'fiendish', 'expert', 'beyond'];
