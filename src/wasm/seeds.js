// Chooses the seeds of a pack among those of seeds/starter.tsv: of each tier and symmetry those
// with the most puzzles, over all scores.
//
//     node src/wasm/seeds.js [BYTES] <seeds/starter.tsv >pack.tsv
//
// A pack is a text of lines with the columns of seeds/starter.tsv, which its first line names (they
// are told in seeds/README.md).
import { readFileSync } from 'node:fs';

/** Bytes of the pack of the package. */
const BYTES = 200_000;

/** A pack of at most so many bytes. */
export function seedsOf(text, bytes = BYTES) {
  const [head, ...lines] = text.trimEnd().split('\n');
  const groups = new Map();
  for (const line of lines) {
    const [, symmetry, tier, score, , , , , , capacity] = line.split('\t');
    const seed = { line, score: +score || 0, capacity: +capacity };
    groups.set(`${tier} ${symmetry}`, [...(groups.get(`${tier} ${symmetry}`) ?? []), seed]);
  }
  const chosen = (share) =>
    [...groups.values()].flatMap((seeds) => {
      // As many of each symmetry as the square root of how many there are: the rare are not lost
      // among the many.
      const count = Math.min(seeds.length, Math.max(1, Math.round(share * Math.sqrt(seeds.length))));
      const rising = [...seeds].sort((one, other) => one.score - other.score);
      const slices = Array.from({ length: count }, (_, at) => rising.slice(Math.floor((at * rising.length) / count), Math.floor(((at + 1) * rising.length) / count)));
      return slices.map((slice) => slice.reduce((best, seed) => (seed.capacity > best.capacity ? seed : best)).line);
    });
  const pack = (share) => [head, ...chosen(share), ''].join('\n');
  // The greatest share that fits.
  let [low, high] = [0, 1000];
  while (high - low > 0.01) {
    const middle = (low + high) / 2;
    if (pack(middle).length <= bytes) low = middle;
    else high = middle;
  }
  return pack(low);
}

if (process.argv[1] === import.meta.filename) process.stdout.write(seedsOf(readFileSync(0, 'utf8'), +(process.argv[2] ?? BYTES)));
