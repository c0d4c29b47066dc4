// The page: which puzzle, what it keeps, what it says.
import { CELLS } from './cells.js';
import { begun, finishOf, keep, load } from './save.js';
import { tick, timeText, todayText } from './clock.js';
import { listen } from './listen.js';
import { labelOf, makeBoard } from './board.js';
import { others, read } from './links.js';
import { SWITCHES, keysTable, makePanel, switchesOf } from './panel.js';
import { ACTIONS, newGame } from './play.js';
import { el, fold, wordsOf } from './say.js';
import { sheet } from './paper.js';
import { solutions } from './solve.js';
import { restore } from './state.js';
import { isSolved } from './check.js';
import { toldHint } from './hint.js';
import { bestOf, calendar, daysOf, longest, streak, timesTable } from './times.js';

// A page of a site has loaded its data before this script.
const data = globalThis.seeddb?.data ?? JSON.parse(document.getElementById('data').textContent);
const { puzzles, names } = data;
const t = wordsOf(data.words);
const $ = (id) => document.getElementById(id);
const { body, documentElement: whole } = document;
// It runs while the board is looked at, from the first look on.
const clock = { time: 0, last: 0, seen: false, paused: false };
const on = { ...SWITCHES, fill: data.fill, ...load('switches') };
let game;
let number = 0;
let kept = true;
// When the record was written that the board is of.
let when = 0;
// How many puzzles were asked for, and the last one that is not of this page.
let asked = 0;
let opened;
// When the puzzle was solved for the first time.
let first = null;

const said = (...words) => words.filter(Boolean).join(' · ');
const titleOf = (p) => said(p.title || t('board'), p.id);
const linkOf = (givens) => `${location.href.split(/[?#]/)[0]}#s=${givens}`;
const records = () => begun().map(([, record]) => record);
const solvedOnes = () => new Set(begun().filter(([, record]) => finishOf(record)).map(([givens]) => givens));
const captionOf = (p) => said(p.title || t('board'), p.level, p.date, p.id);

// Says something in the live region; what is only for those who do not see the board is not shown.
function say(text, quiet = false) {
  $('say').className = quiet ? 'quiet' : '';
  $('say').textContent = text;
}

function save() {
  const { givens, title, level, id, at } = game.puzzle;
  const { log, done } = game.s;
  const { solved, helped } = game;
  // Who has looked has begun.
  if (!log.length && !helped && clock.time < 1000) return;
  when = Math.max(Date.now(), when + 1);
  const record = { log, done, time: clock.time, solved, helped, first, title, level, id, at, when };
  const could = keep(givens, record);
  if (!could && kept) say(t('not-kept'));
  kept = could;
}

// Takes over what another window wrote of this puzzle since: there the player went on.
function follow() {
  const record = load(game.puzzle.givens);
  if (!(record?.when > when)) return;
  try {
    game.s = restore(game.puzzle.givens, record.log, record.done);
  } catch {
    return;
  }
  when = record.when;
  clock.time = Math.max(clock.time, +record.time || 0);
  first = finishOf(record);
  Object.assign(game, { bad: [], hint: null, helped: Math.max(game.helped, +record.helped || 0), solved: isSolved(game.s) });
  finish();
  list();
  draw();
}

// What is said after an action.
function told() {
  const [word, values] = game.said;
  if (word === 'cell') return say(labelOf(t, game, game.at), true);
  if (word === 'solved') return say(result().join(' '), true);
  if (word === 'step' || word === 'done') return say(toldHint(t, names, game.hint));
  say(t(word, values));
}

const today = () => todayText(new Date(), globalThis.seeddb?.zone);
// Days in a row, up to today: a site counts those that have a puzzle.
const row = (records) => {
  const days = daysOf(records);
  return streak(calendar(days, today()), (day) => days.has(day), today());
};
const mostDays = (records) => {
  const days = daysOf(records);
  return longest(calendar(days, today()), (day) => days.has(day));
};

// What is told of a solved puzzle: the time, and the best one at its level, or that there was help.
function result() {
  const { helped, puzzle } = game;
  if (!on.timer) return [t('solved', { time: '' })];
  const best = Math.min(helped ? Infinity : clock.time, bestOf(begun().filter(([other]) => other !== puzzle.givens).map(([, r]) => r), puzzle.level));
  return [t('solved', { time: timeText(clock.time) }), helped ? t('helped') : t('best', { time: timeText(best) })];
}

// Writes a text where others can be told of it: shared, copied, or marked to be copied by hand.
async function hand(text, into, share = navigator.share) {
  try {
    await (share ? navigator.share({ text }) : navigator.clipboard.writeText(text));
    if (!share) say(t('copied'));
  } catch (error) {
    if (error.name === 'AbortError') return;
    const area = el('textarea', { readOnly: true, value: text, label: t('share-result') });
    into.querySelector('textarea')?.remove();
    into.append(area);
    area.select();
    say(t('not-copied'));
  }
}

// What stands in place of the keys while the puzzle is solved.
function finish() {
  const { puzzle, helped, solved } = game;
  body.classList.toggle('done', solved);
  if (!solved) return $('finish').replaceChildren();
  const help = helped ? t('with-help', { n: helped }) : t('no-help');
  const days = (data.streak ?? row)(records());
  const link = puzzle.at ?? (location.protocol === 'file:' ? '' : linkOf(puzzle.givens));
  const text = [titleOf(puzzle), said(puzzle.level, on.timer && timeText(clock.time), help), days > 1 && t('streak', { n: days }), link].filter(Boolean).join('\n');
  const already = solvedOnes();
  const next = puzzles.findIndex((p) => !already.has(p.givens) && p !== puzzle);
  const href = data.next?.() ?? (next < 0 ? '' : `#n=${next + 1}`);
  const button = (word, onclick) => el('button', { onclick }, t(word));
  $('finish').replaceChildren(
    el('p', {}, result().join(' ')), el('p', {}, said(help, days && t('streak', { n: days }))),
    button('share-result', () => hand(text, $('finish'))),
    ...(href ? [el('a', { href, className: 'button' }, t('next-puzzle'))] : []),
    button('restart', () => run('restart')));
}

// Hides the board while the player does something else.
function pause(yes) {
  clock.paused = yes;
  board.inert = panel.inert = yes;
  body.classList.toggle('paused', yes);
  $('pause').setAttribute('aria-pressed', yes);
  if (yes) $('resume').focus();
  else focusCell(game.at);
}

function draw() {
  drawBoard(game);
  drawPanel(game);
  body.classList.toggle('left', !!game.on.left);
  $('time').hidden = $('pause').hidden = !game.on.timer;
}
const tellTime = () => ($('time').textContent = timeText(clock.time));

// Changes the game, then keeps, draws and says what has changed.
function act(what, focus = -1) {
  const now = () => [game.s.done, game.s.log.length, game.helped].join();
  const [before, was] = [now(), game.solved];
  what(game);
  if (focus >= 0) focusCell(focus);
  draw();
  if (game.solved && !first) {
    const day = today();
    first = { time: clock.time, helped: game.helped, day, late: day > (game.puzzle.day || game.puzzle.date || day) };
  }
  if (game.said) told();
  game.said = null;
  if (now() !== before) save();
  if (was === game.solved) return;
  finish();
  list();
}
const does = (action, argument, keepOthers) => act((g) => {
  ACTIONS[action](g, argument, keepOthers);
  if (action === 'move') focusCell(g.at);
});
// Asks what works out the next step from the board as it is, in a file of its own, unless that was
// asked already. A board that has changed meanwhile waits for the next press; where the file cannot
// be had, the list of steps is all there is.
async function ask() {
  const { s, hint } = game;
  const before = s.board.join();
  let told = hint?.told;
  if (!told) {
    say(`${t('hint')} …`);
    told = await (data.ask ?? globalThis.seeddbHint)(game, whole.lang).catch(() => {});
  }
  if (s === game.s && before === s.board.join()) does('hint', told);
}
// Restart asks if there is something to lose.
function run(action, ...rest) {
  if (clock.paused || (action === 'hint' && data.hints === 'none')) return;
  if (action === 'restart' && game.s.done) $('ask').showModal();
  else if (action === 'hint' && data.hints === 'full') ask();
  else does(action, ...rest);
}

function flip(name, value) {
  on[name] = value;
  keep('switches', on);
  if (name === 'first') game.digit = 0;
  if (name === 'fill' && value) run('fill');
  draw();
}

// Begins a puzzle, or goes on with it.
function play(puzzle) {
  const record = load(puzzle.givens);
  say('');
  [clock.time, when, first, game] = [0, 0, null, newGame(puzzle, on)];
  if (record) {
    try {
      game = newGame(puzzle, on, restore(puzzle.givens, record.log, record.done));
      game.helped = +record.helped || 0;
      first = finishOf(record);
      [clock.time, when] = [+record.time || 0, +record.when || 0];
    } catch {
      say(t('broken'));
    }
  } else if (record === undefined) say(t('broken'));
  if (on.fill) ACTIONS.fill(game);
  $('title').textContent = puzzle.title || t('board');
  document.title = titleOf(puzzle);
  $('level').textContent = puzzle.level ?? '';
  $('about').textContent = said(puzzle.level, puzzle.minutes && t('minutes', { n: puzzle.minutes }), puzzle.date, puzzle.id, data.credit);
  share.renew();
  finish();
  if ($('which')) $('which').value = puzzles.indexOf(puzzle);
  tellTime();
  list();
  draw();
}

// The puzzle that the address names: 81 digits, or the number of one of this page, which also
// stands there while another is looked at.
async function open() {
  const [s, n] = ['s', 'n'].map((key) => [location.hash.slice(1), location.search].map((part) => new URLSearchParams(part).get(key)).find(Boolean));
  number = Math.min(Math.max((n || number + 1) - 1 || 0, 0), puzzles.length - 1);
  asked++;
  if (!s || !game) play(puzzles[number]);
  const puzzle = s && (await fromText(s));
  if (puzzle) play(puzzle);
}
async function fromText(text) {
  const mine = ++asked;
  const givens = read(text);
  if (typeof givens === 'number') return void say(t('not-81', { n: givens }));
  const own = [...puzzles, opened].find((p) => p?.givens === givens);
  if (own) return own;
  const found = await solutions(givens, (n) => (n === 1 && say(t('searching')), mine === asked));
  if (mine !== asked) return;
  if (found?.length !== 1) return void say(t(!found ? 'too-long' : found.length ? 'many' : 'none'));
  return (opened = { givens, solution: found[0], title: t('opened') });
}
const go = (hash) => (location.hash === `#${hash}` ? open() : (location.hash = hash));

// The links to the puzzle, and what opens another.
function sharing() {
  const { givens } = game.puzzle;
  const opener = el('form', { onsubmit: async (e) => {
    e.preventDefault();
    const puzzle = await fromText(e.target.text.value);
    if (puzzle) go(`s=${puzzle.givens}`);
  } }, el('input', { name: 'text', label: t('open-what'), placeholder: t('open-what') }), el('button', {}, t('open')));
  return [el('div', { id: 'share' },
    el('input', { readOnly: true, value: linkOf(givens), label: t('link') }),
    ...others(givens, titleOf(game.puzzle)).map(([name, href]) => el('a', { href, rel: 'noreferrer' }, name))), opener];
}

// The puzzles that were begun here.
function begunList() {
  const rows = begun().filter(([, { log }]) => log.length).map(([givens, record]) => {
    const own = puzzles.findIndex((p) => p.givens === givens);
    const text = said(record.title, record.level, timeText(+record.time || 0), record.solved && `✓ ${t('is-solved')}`);
    const forget = el('button', { label: `${t('forget')}: ${text}`, onclick: () => (keep(givens), list()) }, '×');
    return el('li', {}, el('a', { dir: 'auto', href: own >= 0 ? `#n=${own + 1}` : (record.at ?? `#s=${givens}`) }, text), forget);
  });
  return [el('ul', { id: 'begun' }, ...(rows.length ? rows : [el('li', {}, t('nothing'))]))];
}

const timesFold = fold(t('times'), () => [timesTable(t, (data.records ?? ((all) => all))(records()), data.run ?? mostDays)]);

// Shows anew which puzzles are begun and solved.
function list() {
  begunFold.renew();
  timesFold.renew();
  if (!$('which')) return;
  const solved = solvedOnes();
  for (const option of $('which').options) {
    const p = puzzles[option.value];
    option.textContent = `${solved.has(p.givens) ? '✓ ' : ''}${said(p.title, p.level)}`;
  }
}

const [board, drawBoard, focusCell] = makeBoard(t, act);
const [panel, drawPanel] = makePanel(t, run, data.hints === 'none');
const step = (by) => go(`n=${((number + by + puzzles.length) % puzzles.length) + 1}`);
const choice = puzzles.length > 1 && el('nav', { label: t('puzzles') },
  el('button', { onclick: () => step(-1), label: t('before') }, '‹'),
  el('select', { id: 'which', dir: 'auto', label: t('puzzles'), onchange: (e) => go(`n=${+e.target.value + 1}`) },
    ...puzzles.map((_, i) => el('option', { value: i }))),
  el('button', { onclick: () => step(1), label: t('after') }, '›'));
const copies = el('select', { label: t('a-page') }, ...[1, 2, 4].map((n) => el('option', { value: n }, n)));
const answers = el('input', { type: 'checkbox' });
const printing = () => [el('label', {}, t('a-page'), copies), ...(data.prize ? [] : [el('label', {}, answers, t('with-solution'))]),
  el('button', { onclick: () => print() }, t('print'))];
const share = fold(t('share'), sharing);
const begunFold = fold(t('begun'), begunList);

body.append(
  el('header', {}, el('h1', { id: 'title', dir: 'auto' }), ...(choice ? [choice] : []), el('span', { id: 'level' }), el('span', { id: 'time', role: 'timer', label: t('timer') }),
    el('button', { id: 'pause', label: t('pause'), title: t('pause'), onclick: () => pause(!clock.paused) }, '‖')),
  el('main', {}, el('div', { id: 'left' }, board, el('button', { id: 'resume', onclick: () => pause(false) }, t('resume'))),
    el('div', { id: 'side' }, el('p', { id: 'say', role: 'status' }), el('section', { id: 'finish', label: t('is-solved') }), panel, el('p', { id: 'about', dir: 'auto' }))),
  el('aside', { id: 'more' }, fold(t('settings'), () => [el('div', { id: 'switches' }, ...switchesOf(t, on, flip, data.prize))]), timesFold, begunFold, share,
    fold(t('print'), printing), fold(t('keys'), () => [keysTable(t)])),
  el('dialog', { id: 'ask', label: t('restart') }, el('p', {}, t('restart-ask')),
    ...[['restart', () => does('restart')], ['resume', () => {}]].map(([word, then]) => el('button', { onclick: () => ($('ask').close(), then(), focusCell(game.at)) }, t(word)))),
  el('div', { id: 'sheet' }));

// What the board leaves to the rest: above it and, where the keys are below, down to the end of
// them. In a frame, whose height is that of the page, only the width decides where the keys are.
const framed = parent !== globalThis;
function fit() {
  const { style, classList } = whole;
  const { innerWidth: width, innerHeight: height } = globalThis;
  const wide = width >= 544 && (framed ? width >= 640 : width > height);
  classList.toggle('wide', wide);
  classList.toggle('framed', framed);
  const [top, side] = [board.getBoundingClientRect().top + scrollY, board.offsetHeight];
  style.setProperty('--over', `${Math.ceil(wide ? top : $(game.solved ? 'finish' : 'pad').getBoundingClientRect().bottom + scrollY - side) + 4}px`);
}
const watch = new ResizeObserver(fit);
new IntersectionObserver((seen) => (clock.seen ||= seen.some((one) => one.isIntersecting))).observe(board);

listen(document, () => game, act, run, focusCell, (target) => !target.closest || target.closest('#more, nav'));
addEventListener('hashchange', open);
addEventListener('beforeprint', () => {
  const at = puzzles.indexOf(game.puzzle);
  const all = CELLS.slice(0, +copies.value).map((i) => (at < 0 ? game.puzzle : puzzles[(at + i) % puzzles.length]));
  $('sheet').replaceChildren(...sheet(all, captionOf, answers.checked, data.credit ?? ''));
});
setInterval(() => {
  tick(clock, performance.now(), clock.seen && !clock.paused && !document.hidden && !game.solved);
  tellTime();
}, 1000);
const leave = () => {
  follow();
  save();
};
document.addEventListener('visibilitychange', leave);
addEventListener('pagehide', leave);
for (const name of ['storage', 'focus', 'pageshow']) addEventListener(name, follow);
open();
fit();
addEventListener('resize', fit);
for (const element of document.querySelectorAll('nav, header, #say, #finish, #panel')) watch.observe(element);
// A page that is all about the board begins there.
if (!framed && !/#(?!s=|n=|\d)/.test(location.hash)) focusCell(game.at);
