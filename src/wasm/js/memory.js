// Where a pack remembers what it drew: the keys of puzzles, 32 hexadecimal digits each. A place
// says which keys it has, and takes one more, unless somebody else remembered it first.
import { MemoryError } from './errors.js';

/** Nowhere but here: until the pack is closed. */
export function nowhere() {
  const seen = new Set();
  return {
    known: async () => [...seen],
    add: async (keys) => keys.map((key) => !seen.has(key) && !!seen.add(key)),
    close: async () => {},
  };
}

/** In IndexedDB, under a name. All windows of a site share it. */
export async function inBrowser(name) {
  const fail = (error) => {
    throw new MemoryError(`what is drawn cannot be remembered here: ${error?.message ?? 'the browser refuses'}`, { cause: error });
  };
  const ended = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  let database;
  try {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore('drawn');
    database = await ended(request);
  } catch (error) {
    fail(error);
  }
  return {
    known: () => ended(database.transaction('drawn').objectStore('drawn').getAllKeys()).catch(fail),
    // The store has each key once, whoever adds it.
    add: (keys) =>
      new Promise((resolve, reject) => {
        const transaction = database.transaction('drawn', 'readwrite');
        const added = keys.map(() => true);
        keys.forEach((key, at) => {
          const request = transaction.objectStore('drawn').add(1, key);
          request.onerror = (event) => {
            if (request.error?.name !== 'ConstraintError') return;
            event.preventDefault();
            event.stopPropagation();
            added[at] = false;
          };
        });
        transaction.oncomplete = () => resolve(added);
        transaction.onerror = transaction.onabort = () => reject(transaction.error);
      }).catch(fail),
    close: async () => database.close(),
  };
}

const HEAD = 'seeddb pack memory 1';

/** In a file, a line a key: the key, and who wrote it. Processes may share it: lines are appended, and the first one with a key has it. */
export async function inFile(path) {
  const fail = (error) => {
    throw error instanceof MemoryError ? error : new MemoryError(`what is drawn cannot be remembered in ${path}: ${error.message}`, { cause: error });
  };
  const own = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const seen = new Map();
  let file;
  let read = 0;
  // Takes over what is new in the file: whole lines.
  const follow = async () => {
    const { size } = await file.stat();
    if (size < read) throw new MemoryError(`${path} was made shorter while it was in use`);
    const bytes = new Uint8Array(size - read);
    for (let got = 0, more; got < bytes.length; got += more) {
      more = (await file.read(bytes, got, bytes.length - got, read + got)).bytesRead;
      if (!more) throw new MemoryError(`${path} was made shorter while it was in use`);
    }
    const whole = bytes.lastIndexOf(10) + 1;
    const lines = new TextDecoder().decode(bytes.subarray(0, whole)).split('\n').slice(0, -1);
    if (!read && lines.shift() !== HEAD) throw new MemoryError(`${path} is no memory of a pack`);
    for (const line of lines) {
      const [, key, writer] = /^([0-9a-f]{32}) ([0-9a-f]{16})$/.exec(line) ?? [];
      if (key && !seen.has(key)) seen.set(key, writer);
      // A shorter line is the beginning of one whose writer was stopped.
      if (!key && line.length >= 49) throw new MemoryError(`${path} is damaged: ${JSON.stringify(line.slice(0, 60))} is no line of it`);
    }
    read += whole;
    return whole === bytes.length;
  };
  try {
    const { link, open, unlink, writeFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ 'node:fs/promises');
    // It appears with its first line.
    const begun = `${path}.${own}`;
    await writeFile(begun, `${HEAD}\n`, { flag: 'wx' });
    await link(begun, path).catch((error) => error.code === 'EEXIST' || Promise.reject(error)).finally(() => unlink(begun));
    file = await open(path, 'a+');
    if (!(await follow())) await file.write('\n');
  } catch (error) {
    await file?.close();
    fail(error);
  }
  let last = Promise.resolve();
  const add = async (keys) => {
    const known = keys.map((key) => seen.has(key));
    await file.write(keys.map((key) => `${key} ${own}\n`).join(''));
    await follow();
    return keys.map((key, at) => !known[at] && seen.get(key) === own);
  };
  return {
    known: async () => [...seen.keys()],
    // One after the other, as each looks at what those before it wrote.
    add: (keys) => (last = last.then(() => add(keys), () => add(keys)).catch(fail)),
    close: () => last.then(() => file.close(), () => file.close()),
  };
}
