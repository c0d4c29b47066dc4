// Packs: endless puzzles from some thousand seeds, with what was drawn remembered on this device.
// It is no ledger: another device, or one that has forgotten, can get the same puzzle.
import { unpacked } from './core.js';
import { hasFiles, started, unlessAborted } from './crew.js';
import { Closed, RequestError, errorOf } from './errors.js';
import { all, ownCalls } from './loaded.js';
import { checkProgress } from './many.js';
import { inBrowser, inFile, nowhere } from './memory.js';
import { isDetached, told } from './puzzles.js';

/** Puzzles that a worker makes at once. */
const PIECE = 32;

// A range as it is written: [22, 26] is 22..26, and null is no bound.
const range = (name, value) => {
  if (!Array.isArray(value)) return value;
  if (value.length !== 2) throw new RequestError(`${name}: a range is a pair, as [22, 26], not ${JSON.stringify(value)}`);
  return value.map((end) => end ?? '').join('..');
};
const RANGES = ['tier', 'score', 'percentile', 'er', 'minutes', 'clues', 'hardestAt'];

/** A wish as lines: its level, and the rest as the keys of `seeddb draw --request`. */
export function linesOf(wish = {}) {
  if (typeof wish !== 'object' || wish === null || Array.isArray(wish)) throw new TypeError(`a wish is an object, as { level: 'hard' }, not ${told(wish)}`);
  const { level = '', ...rest } = wish;
  if (typeof level !== 'string' || level.includes('\n')) throw new RequestError(`level is a name, not ${told(level)}`);
  const asked = {};
  for (const [name, value] of Object.entries(rest)) {
    if (value === undefined || value === null) continue;
    for (const number of [value].flat()) if (typeof number === 'number' && !Number.isFinite(number)) throw new RequestError(`${name}: ${number} is no number to ask for`);
    asked[name.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)] = RANGES.includes(name) ? range(name, value) : value;
  }
  return [level, JSON.stringify(asked)];
}

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const fresh = () => hex(crypto.getRandomValues(new Uint8Array(16)));

async function memoryOf(memory) {
  if (memory === false) return nowhere();
  if (memory?.file !== undefined) return inFile(memory.file);
  const name = memory === undefined && !hasFiles && globalThis.indexedDB ? 'seeddb' : memory?.name;
  if (typeof name === 'string') return inBrowser(name);
  throw new RequestError('say where to remember what is drawn: memory: { file: "drawn.txt" }, { name: "drawn" } for IndexedDB, or false for nowhere');
}

/** Seeds as text: those of the package, or others. */
async function textOf(seeds) {
  if (seeds === undefined) return new TextDecoder().decode(await unpacked((await import('./seeds.js')).default));
  if (typeof seeds === 'string') return seeds;
  if (seeds instanceof ArrayBuffer || ArrayBuffer.isView(seeds)) {
    if (isDetached(seeds.buffer ?? seeds)) throw new TypeError('the ArrayBuffer of the seeds is detached: another thread has it');
    return new TextDecoder().decode(seeds);
  }
  throw new TypeError(`seeds are a text or its bytes, not ${told(seeds)}`);
}

export class Pack {
  #call;
  #pack;
  #seeds;
  #text;
  #memory;
  #closed = false;
  /** @private */
  constructor(call, { pack, seeds }, text, memory) {
    [this.#call, this.#pack, this.#seeds, this.#text, this.#memory] = [call, pack, seeds, text, memory];
    // A function of its own, so that a pack cannot be sent to another thread, where it would be
    // empty.
    this.close = async () => {
      if (this.#closed) return;
      this.#closed = true;
      this.#call('pack-close', this.#pack);
      await this.#memory.close();
    };
  }

  static async open({ seeds, memory } = {}) {
    const text = await textOf(seeds);
    const place = await memoryOf(memory);
    try {
      const call = await ownCalls();
      const opened = call('pack-open', fresh(), text);
      call('pack-know', opened.pack, ...(await place.known()));
      return new Pack(call, opened, text, place);
    } catch (error) {
      await place.close();
      throw error;
    }
  }

  get seeds() {
    return this.#seeds;
  }

  async draw(wish) {
    const lines = linesOf(wish);
    for (;;) {
      if (this.#closed) throw new Closed('the pack is closed');
      const row = this.#call('pack-draw', this.#pack, ...lines);
      // Another window or process may have drawn it meanwhile. What is known is not made again, so
      // that this comes to an end.
      if ((await this.#memory.add([row.key]))[0]) return row;
    }
  }

  async drawAll(count, wish, { signal, progress } = {}) {
    if (!Number.isInteger(count) || count < 0) throw new RequestError(`count is a whole number, not ${told(count)}`);
    checkProgress(progress);
    const lines = linesOf(wish);
    if (this.#closed) throw new Closed('the pack is closed');
    const rows = [];
    await unlessAborted(signal, async (crew) => {
      const worker = await started(await all());
      crew.push(worker);
      const ask = async (calls) => worker.ask(calls);
      const given = ({ ok, error }) => {
        if (error) throw Object.assign(errorOf(error), { rows });
        return ok;
      };
      const known = await this.#memory.known();
      const [opened] = await ask([['pack-open', fresh(), this.#text], ['pack-know', 0, ...known]]);
      given(opened);
      while (rows.length < count && !signal?.aborted) {
        const calls = Array.from({ length: Math.min(PIECE, count - rows.length) }, () => ['pack-draw', 0, ...lines]);
        const answers = await ask(calls);
        if (this.#closed) throw Object.assign(new Closed('the pack is closed'), { rows });
        const made = answers.filter(({ ok }) => ok).map(({ ok }) => ok);
        const keys = made.map(({ key }) => key);
        const added = keys.length ? await this.#memory.add(keys) : [];
        if (keys.length) this.#call('pack-know', this.#pack, ...keys);
        made.forEach((row, at) => added[at] && rows.push(row));
        progress?.(rows.length, count);
        answers.forEach(given);
      }
    });
    return rows;
  }
}
