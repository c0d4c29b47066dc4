// The boards of a batch: sorted and filtered where they are.
import { t } from './ask.js';

const grid = document.querySelector('.grid');
const sort = document.querySelector('[data-sort]');
const filter = document.querySelector('[data-filter]');
const shown = document.querySelector('[data-shown]');
const all = [...grid.children];

function redraw() {
  const by = (figure) => Number(figure.dataset[sort.value]);
  all.sort((a, b) => by(a) - by(b) || a.dataset.number - b.dataset.number);
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const figure of all) figure.hidden = !words.every((word) => figure.dataset.words.toLowerCase().includes(word));
  grid.append(...all);
  const left = all.filter((figure) => !figure.hidden).length;
  shown.textContent = left === all.length ? t('{} boards', left) : t('{} of {} boards', left, all.length);
}
sort.addEventListener('change', redraw);
filter.addEventListener('input', redraw);
redraw();
