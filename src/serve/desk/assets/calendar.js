// The calendar: arrows walk over the days, M or the mouse takes one to another, and what is told of
// a day is seen without opening it.
import { t } from './ask.js';

const calendar = document.querySelector('[data-calendar]');
const days = [...calendar.querySelectorAll('.day')];
const byDate = new Map(days.map((day) => [day.dataset.day, day]));
const tip = document.getElementById('tip');
const said = document.querySelector('[data-said]');
const dialog = document.getElementById('move');
const form = dialog.querySelector('form');
let taken = null;

// One day is a stop of the Tab key.
const home = () => days.find((day) => day.classList.contains('now')) ?? days.find((day) => 'has' in day.dataset) ?? days[0];
let stop = home();
for (const day of days) day.tabIndex = day === stop ? 0 : -1;
function go(day) {
  if (!day) return;
  stop.tabIndex = -1;
  stop = day;
  stop.tabIndex = 0;
  stop.focus();
}

function take(day) {
  taken?.classList.remove('picked');
  taken = day;
  taken?.classList.add('picked');
  said.textContent = taken ? t('{} is taken: choose a day, Enter puts it there, Escape lets it go.', taken.dataset.day) : '';
  show(document.activeElement);
}
// What the calendar shows on the days of the form: the server refuses to move another puzzle.
function compare() {
  const { day, to, shown, 'shown-to': other } = Object.fromEntries([...form.elements].map((one) => [one.name, one]));
  for (const [date, of] of [[day, shown], [to, other]]) {
    const cell = byDate.get(date.value);
    of.value = cell ? (cell.dataset.has ?? 'none') : '';
  }
}
form.addEventListener('input', compare);
// Asks before anything is moved.
function put(from, to) {
  take(null);
  if (from === to) return;
  form.elements.day.value = from.dataset.day;
  form.elements.to.value = to.dataset.day;
  compare();
  dialog.showModal();
  form.dispatchEvent(new Event('look'));
}
const dated = (text, by) => {
  const date = new Date(`${text}T00:00Z`);
  date.setUTCDate(date.getUTCDate() + by);
  return date.toISOString().slice(0, 10);
};
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, PageUp: -28, PageDown: 28 };

calendar.addEventListener('keydown', (event) => {
  const day = event.target.closest('.day');
  if (!day || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key in STEPS) go(byDate.get(dated(day.dataset.day, STEPS[event.key])));
  else if (event.key === 'Home') go(days[0]);
  else if (event.key === 'End') go(days.at(-1));
  else if (event.key.toLowerCase() === 'm' && 'has' in day.dataset) take(taken === day ? null : day);
  else if (event.key === 'Escape' && taken) take(null);
  else if (event.key === 'Enter' && taken) put(taken, day);
  else return;
  event.preventDefault();
});

function show(target) {
  const day = target?.closest?.('.day');
  tip.textContent = taken ? `${taken.dataset.day} → ${day?.dataset.day ?? ''}` : (day?.querySelector('.unseen').textContent ?? '');
}
calendar.addEventListener('pointerover', (event) => show(event.target));
calendar.addEventListener('pointerleave', () => show(document.activeElement));
calendar.addEventListener('focusin', (event) => show(event.target));
calendar.addEventListener('focusout', () => show(null));

// The mouse.
calendar.addEventListener('dragstart', (event) => {
  const day = event.target.closest('.day');
  if (!day || !('has' in day.dataset)) return event.preventDefault();
  event.dataTransfer.setData('text/plain', day.dataset.day);
  event.dataTransfer.effectAllowed = 'move';
  take(day);
});
for (const [name, over] of [['dragenter', true], ['dragover', true], ['dragleave', false], ['drop', false]]) {
  calendar.addEventListener(name, (event) => {
    const day = event.target.closest?.('.day');
    if (!day || !taken) return;
    if (over) event.preventDefault();
    day.classList.toggle('over', over);
    if (name !== 'drop') return;
    event.preventDefault();
    put(taken, day);
  });
}
calendar.addEventListener('dragend', () => take(null));
