// What the browser keeps: a record a puzzle, and the switches. It may refuse everything, and what
// it kept may be broken.

const PREFIX = 'seeddb:';

// Hands on what it kept under a name: nothing if there is none, `undefined` if that cannot be read.
export function load(name, store = () => localStorage) {
  try {
    return JSON.parse(store().getItem(PREFIX + name));
  } catch (error) {
    return error instanceof SyntaxError ? undefined : null;
  }
}

// Whether it was kept.
export function keep(name, value, store = () => localStorage) {
  try {
    if (value) store().setItem(PREFIX + name, JSON.stringify(value));
    else store().removeItem(PREFIX + name);
    return true;
  } catch {
    return false;
  }
}

// When a puzzle was solved for the first time: the time it took, how often help was asked for, the
// day, and whether that was late; nothing if it never was. What was kept before there was more to
// keep has no day.
export const finishOf = ({ first, solved, helped, time }) => first ?? (solved ? { time, helped: +!!helped } : null);
// Whether that has a time that counts.
export const isTimed = (finish) => !!finish && !finish.helped && finish.time >= 0;

// The puzzles that were begun, the last one first.
export function begun(store = () => localStorage) {
  try {
    const names = Object.keys(store()).filter((name) => /^seeddb:[0-9]{81}$/.test(name));
    const records = names.map((name) => [name.slice(PREFIX.length), load(name.slice(PREFIX.length), store)]);
    return records.filter(([, record]) => record?.log).sort(([, a], [, b]) => b.when - a.when);
  } catch {
    return [];
  }
}
