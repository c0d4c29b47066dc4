// What stands around the player of a site: the puzzle of the day, the archive, streak and times. It
// loads the data and then the player.
import { begun, finishOf } from '../../page/js/save.js';
import { longest, timesTable } from '../../page/js/times.js';
import { el, wordsOf } from '../../page/js/say.js';
import { dayText, pick, streak, todayText, weeks, yearsNear } from './dates.js';

const site = globalThis.seeddb;
const { root, base, page, day, series } = document.body.dataset;
const t = wordsOf(site.words);
const years = {};
// The day whose puzzle is loaded before it is known which it is.
let early = '';
const dayNow = () => todayText(new Date(), site.zone);
const today = dayNow();
// From a file a folder would be shown as a list.
const end = location.protocol === 'file:' ? 'index.html' : '';
const pathOf = (date) => `${base}${date.replaceAll('-', '/')}/`;
// From a file nothing is installed.
if (!end) document.head.append(el('link', { rel: 'manifest', href: `${root}manifest.webmanifest` }));
const addressOf = (path) => new URL(path, location.href).href;
const script = (src) => new Promise((done, failed) => document.head.append(el('script', { src, onload: done, onerror: failed })));
const shown = (date, options) => new Intl.DateTimeFormat(site.lang, { ...options, timeZone: 'UTC' }).format(new Date(`${date}T00:00Z`));
const longDay = (date) => shown(date, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const more = (title, ...inside) => el('details', {}, el('summary', {}, title), ...inside);

const loadYear = async (year) => {
  if (!years[year]) await script(`${base}${year}/days.js`);
  years[year] = globalThis[`seeddb${year}`];
};
// What is there of the years that are loaded: [date, level, id], without level and id where the
// puzzle was withdrawn.
const entries = () => Object.keys(years).sort().flatMap((year) =>
  Object.entries(years[year].days).map(([date, what]) => [`${year}-${date}`, what && years[year].levels[what[0]], what && what[1]]));
// Puzzles that are solved, those that were solved late apart.
const solvedIds = (late) => new Set(begun().filter(([, record]) => finishOf(record) && (late || !finishOf(record).late)).map(([, record]) => record.id));

// Days in a row, up to today, or `length` of days of a level.
function daysInRow(length = streak, level) {
  const all = entries().filter(([, own, id]) => id && (!level || own === level));
  const [ids, solved] = [new Map(all.map(([date, , id]) => [date, id])), solvedIds()];
  return length(all.map(([date]) => date), (date) => solved.has(ids.get(date)), today);
}
const streakText = () => (daysInRow() ? t('streak', { n: daysInRow() }) : '');

// A month, each day with its level and a mark if it is solved.
function month(year, number, days, solved) {
  const cell = (n) => {
    const date = dayText(year, number, n);
    const [, level, id] = days.get(n && date) ?? [];
    if (!level) return el('td', {}, n ? el('span', {}, n) : '');
    const mark = solved.has(id) ? '✓' : '';
    // A name begins with what is to be seen.
    const name = [`${n} ${level}`, mark && t('is-solved'), longDay(date)].filter(Boolean).join(', ');
    const link = el('a', { href: pathOf(date) + end, 'aria-label': name }, `${n} `, el('small', {}, level), mark);
    if (date === today) link.setAttribute('aria-current', 'date');
    return el('td', {}, link);
  };
  const first = dayText(year, number, 1);
  // The first of January 2024 was a Monday.
  const heads = [1, 2, 3, 4, 5, 6, 7].map((n) => el('th', { scope: 'col' }, shown(`2024-01-0${n}`, { weekday: 'short' })));
  return el('table', { className: 'month' }, el('caption', {}, shown(first, { month: 'long', year: 'numeric' })), el('tr', {}, ...heads),
    ...weeks(year, number).map((week) => el('tr', {}, ...week.map(cell))));
}

// What is kept of this site.
const ofSite = (records) => records.filter((record) => String(record.at).startsWith(addressOf(root || '.')));
const run = (records, level) => daysInRow(longest, level);

async function archive(all) {
  const [months, select] = [el('div', { id: 'months' }), el('select', { 'aria-label': t('year') }, ...all.map((year) => el('option', {}, year)))];
  const show = async () => {
    await loadYear(select.value);
    const days = new Map(entries().map((entry) => [entry[0], entry]));
    const solved = solvedIds(true);
    const there = [...new Set(Object.keys(years[select.value].days).map((date) => +date.slice(0, 2)))].reverse();
    months.replaceChildren(...there.map((number) => month(select.value, number, days, solved)));
  };
  select.onchange = show;
  select.value = all.filter((year) => year <= today.slice(0, 4)).at(-1) ?? all[0];
  await show();
  document.body.append(el('main', { id: 'archive' }, el('h1', {}, t('archive')), el('p', { id: 'streak' }, streakText()), select, months,
    el('h2', {}, t('times')), timesTable(t, ofSite(begun().map(([, record]) => record)), run), el('h2', {}, t('embed')), ...snippets()));
}

// What puts the puzzle on another page, to be copied: an element, or a frame with the line that
// gives it the height it tells.
function snippets() {
  const [frame, element] = ['embed.html', 'embed.js'].map((name) => addressOf(base + name));
  return [
    `<script src="${element}"></script>\n<seeddb-puzzle></seeddb-puzzle>`,
    `<iframe class="seeddb" src="${frame}" title="${site.words.board}" width="100%" height="900" style="border:0" allow="clipboard-write; web-share"></iframe>
<script>addEventListener('message', (e) => { for (const f of document.querySelectorAll('iframe.seeddb')) if (f.contentWindow === e.source && e.data.seeddb > 0) f.height = e.data.seeddb; });</script>`,
  ].flatMap((value, i) => {
    const area = el('textarea', { readOnly: true, value, 'aria-label': `${t('embed')} (${i + 1})` });
    const told = el('span', { role: 'status' });
    const copied = () => (told.textContent = t('copied'));
    const marked = () => (area.select(), (told.textContent = t('not-copied')));
    const copy = async () => navigator.clipboard.writeText(value).then(copied);
    return [area, el('button', { type: 'button', onclick: () => copy().catch(marked) }, t('copy')), ' ', told];
  });
}

// A page in a frame tells the height that it needs where the board is as large as the width lets it
// be, whatever its height is now.
function embedded() {
  if (parent === globalThis) {
    document.getElementById('more').append(more(t('embed'), ...snippets()));
    return;
  }
  const tell = () => {
    const [main, board, side] = ['main', '#board', '#side'].map((what) => document.querySelector(what).offsetHeight);
    const wide = document.documentElement.classList.contains('wide');
    const most = wide ? Math.max(side, Math.min(innerWidth - 333, 560)) : main - board + innerWidth - 16;
    parent.postMessage({ seeddb: Math.ceil(document.body.getBoundingClientRect().height - main + most) }, '*');
  };
  new ResizeObserver(tell).observe(document.body);
}

// How a page that is shown elsewhere is to look: `?theme=light`, `dark` or `auto`, and `?mini`, the
// board and its keys alone.
function dress() {
  const asked = new URLSearchParams(location.search);
  const theme = asked.get('theme');
  document.body.classList.toggle('mini', asked.has('mini'));
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.style.colorScheme = theme;
    for (const { media } of document.styleSheets[0].cssRules) {
      if (media?.mediaText.includes('prefers-color-scheme')) media.mediaText = media.mediaText.includes(theme) ? 'all' : 'not all';
    }
  }
  // Its links open beside the page that it stands in.
  document.addEventListener('click', ({ target }) => {
    const link = target.closest('a:not([href^="#"])');
    if (link) link.target = '_blank';
  }, true);
}

// Where the next puzzle is that is not solved: that of a later day, or else of the last one before.
function nextOf(days, date) {
  const [ids, solved] = [new Map(entries().map(([day, , id]) => [day, id])), solvedIds(true)];
  const open = days.filter((day) => day <= today && day !== date && !solved.has(ids.get(day)));
  const next = open.find((day) => day > date) ?? open.at(-1);
  return next && (page === 'embed' ? `#${next}` : pathOf(next) + end);
}

async function puzzle(date, days, under = []) {
  if (date !== early) await script(`${pathOf(date)}day.js`);
  const its = globalThis.seeddbDay;
  if (!its) {
    document.body.append(el('main', {}, el('h1', {}, longDay(date)), el('p', { role: 'status' }, t('withdrawn'))));
    return;
  }
  const { names, play, waits } = its;
  const title = `${site.series[series]} · ${longDay(date)}`;
  const own = { ...play, title, date: '', day: date, at: addressOf(pathOf(date) + end) };
  const words = waits ? { ...site.words, prize: t('waits') } : site.words;
  site.data = { words, names, credit: site.credit, fill: site.fill, prize: !play.solution, puzzles: [own], hints: site.hints,
    ask: async (...game) => {
      if (!globalThis.seeddbHint) await script(`${root}hint.js`);
      return globalThis.seeddbHint(...game);
    },
    streak: () => daysInRow(), run, records: ofSite, next: () => nextOf(days, date) };
  await script(`${root}player.js`);
  if (page === 'embed') return embedded();
  document.getElementById('side').append(...under);
  const tellStreak = () => (document.getElementById('streak').textContent = streakText());
  tellStreak();
  new MutationObserver(tellStreak).observe(document.getElementById('board'), { attributes: true, attributeFilter: ['class'] });
  if (!play.solution) return;
  const rows = play.solution.match(/.{9}/g).map((row) => row.replace(/(...)(?=.)/g, '$1 '));
  document.getElementById('more').append(more(t('solution'), el('pre', {}, rows.join('\n'))));
  if (location.hash === '#solution') document.querySelector('#more details:last-child').open = true;
}

// Links to the days before and after, beside the others. What they hand on stands under the keys:
// the solution of the day before, the streak.
function around(days, date) {
  const [before, after] = [days.filter((other) => other < date).at(-1), days.find((other) => other > date)];
  const link = (other, text, word, mark = '') => other && el('a', { href: pathOf(other) + end + mark, title: t(word), 'aria-label': t(word) }, text);
  document.getElementById('site').append(...[link(before, '‹', 'earlier'), link(after, '›', 'later')].filter(Boolean));
  const last = page === 'today' && site.solutions && link(before, t('last-solution'), 'last-solution', '#solution');
  return [el('p', {}, ...(last ? [last, ' '] : []), el('span', { id: 'streak', role: 'status' }))];
}

// What this page has loaded can be read again without a network, where the browser allows that; and
// what the links to today and to the archive load, with the puzzles of today and of the next days.
async function keepAll(latest) {
  try {
    await navigator.serviceWorker.register(`${root}worker.js`);
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType('resource').map((entry) => entry.name).filter((name) => name.startsWith(location.origin));
    const linked = [`${base}index.html`, `${base}archive.html`, ...['player.js', 'icon.svg', 'manifest.webmanifest'].map((name) => root + name), ...latest.flatMap((date) => [`${pathOf(date)}day.js`, `${base}${date.slice(0, 4)}/days.js`])].map(addressOf);
    active.postMessage([...new Set([location.href.split('#')[0], ...loaded, ...linked])]);
  } catch {
    return;
  }
}

async function begin() {
  if (page === 'embed') dress();
  const all = globalThis.seeddbYears;
  const asked = (page === 'day' && day) || location.hash.slice(1);
  // The day of a page is known before the lists, and mostly that of today.
  const last = globalThis.seeddbLast;
  if (page !== 'archive') early = page === 'day' ? day : location.hash ? '' : last && last <= today ? last : '';
  const own = early && script(`${pathOf(early)}day.js`);
  const near = [today, ...(/^\d{4}-/.test(asked) ? [asked] : [])].flatMap((day) => yearsNear(all, day));
  await Promise.all([own, ...[...new Set(near)].map(loadYear)]);
  const list = entries();
  const days = list.filter(([, , id]) => id).map(([date]) => date);
  if (page === 'archive' && all.length) await archive(all);
  else {
    const date = list.some(([other]) => other === asked) ? asked : pick(days, today);
    if (date) {
      await puzzle(date, days, page === 'embed' ? [] : around(days, date));
    } else document.body.append(el('main', {}, el('p', {}, t('nothing-yet'))));
  }
  const foot = document.getElementById('foot');
  if (foot) document.body.append(foot);
  const now = pick(days, today);
  // The last one is what the page of today loads at once, whatever day it is.
  if (site.offline) await keepAll([...days.filter((other) => other >= now).slice(0, 3), ...(last ? [last] : [])]);
}
begin();
// The next puzzle of an embed is at the same address, but for the day.
if (page === 'embed') addEventListener('hashchange', () => /^#\d{4}-/.test(location.hash) && location.reload());

// A page that shows today's puzzle, or marks today, and was left open over midnight shows the new
// day when it is looked at again. Without a network only what is kept can be shown anew.
const look = () => !document.hidden && page !== 'day' && dayNow() !== today && (navigator.onLine || site.offline) && location.reload();
document.addEventListener('visibilitychange', look);
for (const name of ['pageshow', 'focus', 'online']) addEventListener(name, look);
