// The steps of a puzzle, one by one: what is filled in, what is possible, where the step looks and
// what it does.
import { t } from './ask.js';

const root = document.querySelector('[data-steps]');
const steps = JSON.parse(root.querySelector('script').textContent);
const cells = [...root.querySelectorAll('td')];
const said = root.querySelector('[data-said]');
const givens = cells.map((cell) => cell.textContent);
const place = (name) => 9 * (name[1] - 1) + (name[3] - 1);
let at = -1;

// Effects as forums write them: r5c2=7 fills, r3c5<>28 removes.
function effects(step) {
  const [fills, gone] = [new Map(), new Map()];
  for (const effect of step?.effect ?? []) {
    const [cell, digits] = effect.split(/=|<>/);
    (effect.includes('=') ? fills : gone).set(place(cell), digits);
  }
  return { fills, gone };
}
function draw() {
  const step = steps[at];
  const { fills, gone } = effects(step);
  const looks = new Set((step?.cells ?? []).map(place));
  cells.forEach((cell, i) => {
    const digit = step ? step.filled[i].replace('0', '') : givens[i];
    const put = fills.get(i);
    cell.className = [givens[i] && 'given', looks.has(i) && 'look', (put || gone.has(i)) && 'does'].filter(Boolean).join(' ');
    if (digit || put || !step) return cell.replaceChildren(...(digit || put ? [Object.assign(document.createElement('b'), { textContent: digit || put })] : []));
    const box = Object.assign(document.createElement('div'), { className: 'possible' });
    for (const one of '123456789') {
      const span = document.createElement('span');
      if (step.possible[i].includes(one)) span.textContent = one;
      if (gone.get(i)?.includes(one)) span.className = 'gone';
      box.append(span);
    }
    cell.replaceChildren(box);
  });
  said.textContent = step ? t('{} of {} · {}', step.number, steps.length, step.words) : t('{} steps', steps.length);
  for (const button of root.querySelectorAll('[data-to]')) {
    button.disabled = ['first', 'back'].includes(button.dataset.to) ? at < 0 : at >= steps.length - 1;
  }
}
root.addEventListener('click', (event) => {
  const to = event.target.closest('[data-to]')?.dataset.to;
  if (!to) return;
  at = { first: -1, back: at - 1, on: at + 1, last: steps.length - 1 }[to];
  draw();
});
draw();
