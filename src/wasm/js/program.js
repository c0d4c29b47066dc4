#!/usr/bin/env node
// The command `seeddb` of this package: draws, solves and rates, with the flags, columns and exit codes of the program. It has no ledger.
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { Pack, RequestError, Unmet, rateAll, solveAll } from './index.js';

const COMMANDS = {
  draw: {
    plain: 'line',
    columns: ['puzzle', 'solution', 'id', 'level', 'tier', 'score', 'clues'],
    words: ['level', 'tier', 'score', 'minutes', 'clues', 'symmetry', 'hardest-at'],
    lists: ['technique', 'without', 'label', 'not-label'],
    numbers: ['count', 'min-givens-a-box'],
    flags: ['and-harder', 'minimal', 'digits-all-present'],
    own: ['memory'],
  },
  solve: { plain: 'text', columns: ['puzzle', 'solution', 'solutions'] },
  rate: { plain: 'text', columns: ['puzzle', 'tier', 'reserved', 'score', 'standard_error', 'level'], own: ['metric'] },
};
// The columns of rate by other metrics.
const COLUMNS = { se: ['puzzle', 'er', 'ep', 'ed', 'hardest'], common: ['puzzle', 'common', 'common_hardest', 'common_used'] };
const FORMATS = ['csv', 'tsv', 'json', 'jsonl'];
const HELP = `Draws, solves and rates Sudoku puzzles. It keeps no ledger: the program of the same name never draws a puzzle twice.

Usage: seeddb draw [--level LEVEL] [--count N] [OPTIONS]
       seeddb solve|rate [OPTIONS] <FILE|PUZZLE>...   (- is stdin)

Options:
  -n, --count <N>     How many puzzles draw gives [default: 1]
      --memory <FILE> What was drawn is in this file, and is not drawn again
      --metric <M>    What rate measures: hsolve, se or common [default: hsolve]
      --format <F>    ${FORMATS.join(', ')} [default: lines, with tabs]
  -q, --quiet         No notes on stderr
  -h, --help; -V, --version

Of draw, as of the program: --${['words', 'lists', 'numbers', 'flags'].flatMap((kind) => COMMANDS.draw[kind]).filter((name) => name !== 'count').join(', --')}

Examples:
  seeddb draw --level expert --count 100
  seeddb draw --level hard --symmetry rot180 --format json

Exit codes: 0 done, 1 error, 2 usage, 3 fewer puzzles than asked for.
`;

class Usage extends Error {}
const say = (words) => process.stderr.write(`${words}\n`);
const camel = (name) => name.replace(/-(.)/g, (_, sign) => sign.toUpperCase());

/** The line, read as its command wants it. */
function parsed([command, ...args]) {
  const kind = COMMANDS[command];
  if (!kind) throw new Usage(`there is no command ${JSON.stringify(command)} here: there are ${Object.keys(COMMANDS).join(', ')}`);
  const { plain, words = [], lists = [], numbers = [], flags = [], own = [] } = kind;
  const options = { format: { type: 'string', default: plain }, quiet: { type: 'boolean', short: 'q' } };
  for (const name of [...words, ...lists, ...numbers, ...own]) options[name] = { type: 'string' };
  for (const name of flags) options[name] = { type: 'boolean' };
  if (options.count) options.count.short = 'n';
  let read;
  try {
    read = parseArgs({ args, options, allowPositionals: command !== 'draw' });
  } catch (error) {
    throw new Usage(error.message);
  }
  const { values, positionals } = read;
  const formats = [plain, ...FORMATS];
  if (!formats.includes(values.format)) throw new Usage(`there is no format ${JSON.stringify(values.format)} here: there are ${formats.join(', ')}`);
  for (const name of numbers) {
    if (values[name] !== undefined && !/^\d{1,9}$/.test(values[name])) throw new Usage(`--${name} is a number, not ${JSON.stringify(values[name])}`);
  }
  if (values.count !== undefined && Number(values.count) === 0) throw new Usage('--count is a number from 1 on, not "0"');
  const wish = {};
  for (const name of [...words, ...lists, ...numbers, ...flags]) {
    const value = values[name];
    if (value === undefined || name === 'count') continue;
    wish[camel(name)] = lists.includes(name) ? value.split(',') : numbers.includes(name) ? Number(value) : value;
  }
  return { command, columns: kind.columns, values, positionals, wish };
}

/** The puzzles of arguments and files, each with where it is: the first word of a line. */
async function puzzlesOf(places) {
  const found = [];
  const given = places.length || process.stdin.isTTY ? places : ['-'];
  if (!given.length) throw new Usage('which puzzles? Give files, puzzles of 81 characters, or - for stdin');
  for (const place of given) {
    if (/^[\d.]{81}$/.test(place)) {
      found.push([`argument:${1 + found.filter(([at]) => at.startsWith('argument:')).length}`, place]);
      continue;
    }
    let lines;
    try {
      lines = place === '-' ? await text(process.stdin) : readFileSync(place, 'utf8');
    } catch (error) {
      throw new Error(error.code === 'ENOENT' ? `cannot read ${place}: there is no such file` : `cannot read ${place}: ${error.message}`);
    }
    lines.split(/\r?\n/).forEach((line, at) => {
      const [word] = line.trim().split(/[\s,;]/);
      if (word && !word.startsWith('#') && word !== 'puzzle') found.push([`${place === '-' ? 'stdin' : place}:${at + 1}`, word]);
    });
  }
  return found;
}

// Scores and ratings have one decimal.
const TENTHS = ['score', 'standard_error', 'er', 'ep', 'ed'];
const number = (name, value) => (TENTHS.includes(name) && value !== null ? value.toFixed(1) : null);
const cell = (name, value) => number(name, value) ?? String(value ?? '');
/** Rows as text, in the order of the columns. */
function printed(rows, columns, format) {
  if (format === 'json' || format === 'jsonl') {
    const lines = rows.map((row) => `{${columns.map((name) => `${JSON.stringify(name)}:${number(name, row[name]) ?? JSON.stringify(row[name])}`).join(',')}}`);
    return format === 'jsonl' ? lines.map((line) => `${line}\n`).join('') : `[\n${lines.join(',\n')}\n]\n`;
  }
  const sign = format === 'csv' ? ',' : '\t';
  const lines = rows.map((row) => columns.map((name) => cell(name, row[name])).join(sign));
  return [...(FORMATS.includes(format) ? [columns.join(sign)] : []), ...lines].map((line) => `${line}\n`).join('');
}

async function draw({ columns, values, wish }) {
  const { memory: file, format, quiet, count = '1' } = values;
  if (!quiet && file === undefined) say('no ledger: another run can draw the same puzzles; --memory FILE remembers them');
  const pack = await Pack.open({ memory: file === undefined ? false : { file } });
  let [rows, short] = [[], null];
  try {
    rows = await pack.drawAll(Number(count), wish);
  } catch (error) {
    if (!(error instanceof Unmet)) throw error;
    [rows, short] = [error.rows ?? [], error];
  } finally {
    await pack.close();
  }
  if (rows.length || !short) process.stdout.write(printed(rows, columns, format));
  if (short) say(`${rows.length || 'no'} puzzles: ${short.message}`);
  return short ? 3 : 0;
}

async function each({ command, columns, values, positionals }) {
  const puzzles = await puzzlesOf(positionals);
  const texts = puzzles.map(([, puzzle]) => puzzle);
  const { metric = 'hsolve' } = values;
  const { rows, errors } = command === 'solve' ? await solveAll(texts) : await rateAll(texts, { metric });
  const good = rows.filter((row) => row);
  process.stdout.write(printed(good, COLUMNS[metric] ?? columns, values.format));
  for (const { index, error } of errors) say(`${puzzles[index][0]}: ${error.message}`);
  return errors.length ? 1 : 0;
}

// A reader that has closed the pipe has all that it wanted.
process.stdout.on('error', ({ code }) => process.exit(code === 'EPIPE' ? 0 : 1));
const args = process.argv.slice(2);
const has = (...names) => args.some((word) => names.includes(word));
if (has('-V', '--version')) {
  process.stdout.write(`seeddb ${JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')).version}\n`);
} else if (!args.length || args[0] === 'help' || has('-h', '--help')) {
  process[args.length ? 'stdout' : 'stderr'].write(HELP);
  process.exitCode = args.length ? 0 : 2;
} else {
  try {
    const line = parsed(args);
    process.exitCode = await (line.command === 'draw' ? draw : each)(line);
  } catch (error) {
    say(`error: ${error.message}`);
    process.exitCode = error instanceof Usage || error instanceof RequestError ? 2 : 1;
    if (error instanceof Usage) say("\nFor what there is, try '--help'.");
  }
}
