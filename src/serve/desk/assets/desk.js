// All pages: forms that tell what they would do, buttons that do it, commands to copy.
import { ask } from './ask.js';

const readOnly = 'readOnly' in document.body.dataset;
// A token in the address of somebody who is in already.
if (location.hash.startsWith('#t=')) history.replaceState(null, '', location.pathname + location.search);

// What was filled in: texts, true for a box, a list for boxes of one name.
function fields(form) {
  const all = {};
  for (const one of form.elements) {
    if (!one.name || one.disabled) continue;
    if (one.type !== 'checkbox') all[one.name] = one.value;
    else if ('list' in one.dataset) (all[one.name] ??= []).push(...(one.checked ? [one.value] : []));
    else all[one.name] = one.checked;
  }
  return all;
}

// Shows what a form would do, half a moment after it was changed; the last question is the one that counts.
export function live(form) {
  const offer = form.querySelector('.offer');
  let [asked, timer] = [0, 0];
  async function look() {
    const number = ++asked;
    // What must be filled in is marked; there is nothing to tell before.
    if (!form.checkValidity()) return offer.replaceChildren();
    offer.setAttribute('aria-busy', 'true');
    const { ok, words, answer } = await ask(form.dataset.offer, fields(form));
    if (number !== asked) return;
    offer.removeAttribute('aria-busy');
    if (ok) offer.innerHTML = await answer.text();
    else offer.replaceChildren(Object.assign(document.createElement('p'), { className: 'problem', textContent: words }));
    if (readOnly) for (const button of offer.querySelectorAll('[data-post]')) button.disabled = true;
  }
  form.addEventListener('input', (event) => {
    const { keep } = event.target.dataset;
    if (keep) localStorage.setItem(`desk-${keep}`, event.target.value);
    asked++;
    offer.querySelector('[data-post]')?.setAttribute('disabled', '');
    clearTimeout(timer);
    timer = setTimeout(look, 300);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    offer.querySelector('[data-post]:enabled')?.click();
  });
  form.addEventListener('look', look);
  for (const one of form.querySelectorAll('[data-keep]')) one.value ||= localStorage.getItem(`desk-${one.dataset.keep}`) ?? '';
  // A form that is not seen asks when it is.
  const hidden = form.closest('details:not([open])');
  if (hidden) hidden.addEventListener('toggle', look, { once: true });
  else if (!form.closest('dialog')) look();
}

// Does what a button says. While another command has the database it is tried again: with a key a draw is made once, and the rest did nothing.
async function act(button) {
  const result = button.parentElement.querySelector('.result');
  const say = (words, bad) => {
    result.textContent = words;
    result.classList.toggle('problem', Boolean(bad));
  };
  const headers = {};
  if (button.dataset.then === 'batch') headers['idempotency-key'] = button.dataset.key ??= String(crypto.getRandomValues(new Uint32Array(4)));
  button.disabled = true;
  say('Working…');
  for (let tries = 0; ; tries++) {
    const { ok, status, words, answer } = await ask(button.dataset.post, button.dataset.body, headers);
    if (ok) return done(button, answer);
    say(words, true);
    if (![409, 503].includes(status) || tries === 20) break;
    await new Promise((later) => setTimeout(later, 1000));
  }
  button.disabled = false;
}
async function done(button, answer) {
  const { then } = button.dataset;
  if (then === 'file') {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await answer.blob());
    link.download = answer.headers.get('content-disposition').match(/filename="(.*)"/)[1];
    link.click();
    URL.revokeObjectURL(link.href);
    button.disabled = false;
    button.parentElement.querySelector('.result').textContent = `${link.download} is where your browser keeps downloads.`;
    return;
  }
  if (then === 'batch') location.assign(answer.headers.get('location').replace('/api/v1', ''));
  else if (then === 'filled') location.assign(button.closest('[data-filled]').dataset.filled);
  else if (then) location.assign(then);
  else location.reload();
}

document.addEventListener('click', async (event) => {
  const button = event.target.closest('button');
  if (!button) return;
  const { dataset } = button;
  if ('post' in dataset) act(button);
  else if ('print' in dataset) print();
  else if ('close' in dataset) button.closest('dialog').close();
  else if ('logout' in dataset) {
    if ((await ask('/logout', {})).ok) location.assign('/');
  } else if ('copy' in dataset) {
    // Over plain HTTP from another machine a page may not write there: then it is selected.
    if (navigator.clipboard) await navigator.clipboard.writeText(dataset.copy);
    else getSelection().selectAllChildren(button.previousElementSibling);
    button.textContent = navigator.clipboard ? 'Copied' : 'Press Ctrl+C';
    button.addEventListener('blur', () => (button.textContent = 'Copy'), { once: true });
  }
});
for (const form of document.querySelectorAll('form.live')) live(form);
