// All pages: forms that tell what they would do, buttons that do it, commands to copy.
import { ask, t } from './ask.js';

const readOnly = 'readOnly' in document.body.dataset;
// A token in the address of somebody who is in already.
if (location.hash.startsWith('#t=')) history.replaceState(null, '', location.pathname + location.search);

// What was filled in: texts, true for a box, a list for boxes of one name.
function fields(form) {
  const all = {};
  for (const one of form.elements) {
    if (!one.name || one.disabled || (one.type === 'radio' && !one.checked)) continue;
    if (one.type !== 'checkbox') all[one.name] = one.value;
    else if ('list' in one.dataset) (all[one.name] ??= []).push(...(one.checked ? [one.value] : []));
    else all[one.name] = one.checked;
  }
  return all;
}

// Shows what a form would do, half a moment after it was changed; the last question is the one that
// counts.
export function live(form) {
  const offer = form.querySelector('.offer');
  let [asked, timer, seen] = [0, 0, ''];
  const problem = (words) => offer.replaceChildren(Object.assign(document.createElement('p'), { className: 'problem', textContent: words }));
  // `why`: what is said below the offer, of a press that was refused.
  async function look(why) {
    const number = ++asked;
    const all = fields(form);
    seen = JSON.stringify(all);
    // What must be filled in is marked, and there is nothing to tell before; what cannot be is told
    // as it is typed.
    if (!form.checkValidity()) {
      const wrong = [...form.elements].find(({ validity }) => validity && !validity.valid && !validity.valueMissing);
      return wrong ? problem(`${wrong.closest('label')?.querySelector('span')?.textContent ?? wrong.name}: ${wrong.validationMessage}`) : offer.replaceChildren();
    }
    offer.setAttribute('aria-busy', 'true');
    const { ok, words, answer } = await ask(form.dataset.offer, all);
    if (number !== asked) return;
    offer.removeAttribute('aria-busy');
    if (ok) offer.innerHTML = await answer.text();
    else problem(words);
    if (ok && why) sayIn(offer)(why, true);
    if (readOnly) for (const button of offer.querySelectorAll('[data-post]')) button.disabled = true;
  }
  form.addEventListener('input', (event) => {
    const { keep } = event.target.dataset;
    if (keep) localStorage.setItem(`desk-${keep}`, event.target.value);
    asked++;
    offer.querySelector('[data-post]')?.setAttribute('disabled', '');
    clearTimeout(timer);
    timer = setTimeout(look, 300, '');
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    offer.querySelector('[data-post]:enabled')?.click();
  });
  form.addEventListener('look', ({ detail }) => look(detail));
  for (const one of form.querySelectorAll('[data-keep]')) one.value ||= localStorage.getItem(`desk-${one.dataset.keep}`) ?? '';
  // A form that is not seen asks when it is.
  const isSeen = () => !form.closest('details:not([open]), dialog:not([open])');
  form.closest('details:not([open])')?.addEventListener('toggle', () => look(), { once: true });
  if (isSeen()) look();
  // A page that one comes back to has what was filled in before, which the browser restores after
  // this script has run.
  addEventListener('pageshow', ({ persisted }) => {
    if (isSeen() && (persisted || JSON.stringify(fields(form)) !== seen)) look();
  });
}

// Does what a button says, if the server finds that the form still says it. While another command
// has the database it is tried again: with a key a draw is made once, and the rest did nothing.
async function act(button) {
  const box = button.parentElement;
  const say = sayIn(box);
  const form = button.closest('form.live');
  const headers = {};
  if ('tags' in button.dataset) headers['if-match'] = button.dataset.tags;
  if ('key' in button.dataset) headers['idempotency-key'] = button.dataset.key ||= String(crypto.getRandomValues(new Uint32Array(4)));
  if ('long' in button.dataset) headers.prefer = 'respond-async';
  button.disabled = true;
  say(t('Working…'));
  for (let tries = 0; ; tries++) {
    const { mark, post, body } = button.dataset;
    let told = form ? await ask(form.dataset.offer, fields(form), { 'if-match': mark }) : { ok: true };
    if (told.ok) told = await ask(post, body, headers);
    const { ok, status, words, answer } = told;
    if (ok && status === 202) {
      say('');
      return follow(box.querySelector('.job'), (await answer.json()).job, () => (button.disabled = false));
    }
    if (ok) return done(button, answer);
    if (form && status === 412) return form.dispatchEvent(new CustomEvent('look', { detail: words }));
    say(words, true);
    if (![409, 503].includes(status) || tries === 20) break;
    await new Promise((later) => setTimeout(later, 1000));
  }
  button.disabled = false;
}
const sayIn = (box) => (words, bad) => {
  const result = box.querySelector('.result');
  result.textContent = words;
  result.classList.toggle('problem', Boolean(bad));
};

// Shows how far a job is until it is over, and then goes to what it made or says why there is
// nothing; `free` lets it be begun again.
function follow(box, id, free) {
  const [bar, count, stop] = ['progress', '[data-done]', '[data-stop]'].map((name) => box.querySelector(name));
  const say = sayIn(box.parentElement);
  box.hidden = false;
  stop.disabled = readOnly;
  stop.dataset.stop = id;
  const events = new EventSource(`/api/v1/jobs/${id}/events`);
  const over = (words, bad) => {
    events.close();
    box.hidden = true;
    say(words, bad);
    free();
  };
  const told = ({ type, data }) => {
    const { done, total, unit, location: made, result, problem } = JSON.parse(data);
    bar.max = total ?? 1;
    if (total) bar.value = done;
    count.textContent = unit ? `${done}${total ? ` of ${total}` : ''} ${unit.replaceAll('-', ' ')}` : '';
    if (type === 'running') return;
    const broken = (problem?.data?.documents ?? []).flatMap(({ file, violations }) => violations.map((words) => `${file}: ${words}`));
    if (type === 'failed') return over([problem.detail, ...broken].join('\n'), true);
    if (!result) return over(t('Stopped: nothing was drawn.'));
    if (box.dataset.then === 'batch') return location.assign(made.replace('/api/v1', ''));
    if (box.dataset.then === 'book') return location.assign(`/books/${result.name}`);
    over(t('{} found, {} of them new.', result.found, result.new));
  };
  for (const name of ['running', 'done', 'stopped', 'failed']) events.addEventListener(name, told);
  events.addEventListener('error', () => {
    if (events.readyState === EventSource.CLOSED) over(t('The server has forgotten this job: it was started again.'), true);
  });
}
async function done(button, answer) {
  const { then } = button.dataset;
  if (then === 'kept') {
    const { file, puzzles } = await answer.json();
    button.disabled = false;
    return sayIn(button.parentElement)(t('{} ({}) is in the folder of the server.', file, puzzles));
  }
  if (then === 'file') {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await answer.blob());
    link.download = answer.headers.get('content-disposition').match(/filename="(.*)"/)[1];
    link.click();
    URL.revokeObjectURL(link.href);
    button.disabled = false;
    button.parentElement.querySelector('.result').textContent = t('{} is where your browser keeps downloads.', link.download);
    return;
  }
  if (then === 'batch') location.assign(answer.headers.get('location').replace('/api/v1', ''));
  else if (then) location.assign(then);
  else location.reload();
}

document.addEventListener('click', async (event) => {
  const button = event.target.closest('button');
  if (!button) return;
  const { dataset } = button;
  if ('post' in dataset) act(button);
  else if ('stop' in dataset) {
    button.disabled = true;
    ask(`/api/v1/jobs/${dataset.stop}`, undefined, {}, 'DELETE');
  }
  else if ('print' in dataset) print();
  else if ('close' in dataset) button.closest('dialog').close();
  else if ('language' in dataset) {
    document.cookie = `seeddb-language=${dataset.language}; Path=/; Max-Age=31536000; SameSite=Lax`;
    location.reload();
  } else if ('logout' in dataset) {
    if ((await ask('/logout', {})).ok) location.assign('/');
  } else if ('copy' in dataset) {
    // Over plain HTTP from another machine a page may not write there: then it is selected.
    if (navigator.clipboard) await navigator.clipboard.writeText(dataset.copy);
    else getSelection().selectAllChildren(button.previousElementSibling);
    button.textContent = t(navigator.clipboard ? 'Copied' : 'Press Ctrl+C');
    button.addEventListener('blur', () => (button.textContent = t('Copy')), { once: true });
  }
});
// Moments in the time zone, and the way, of the reader.
const told = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });
for (const time of document.querySelectorAll('time[datetime]')) time.textContent = told.format(new Date(time.dateTime));
for (const form of document.querySelectorAll('form.live')) live(form);
for (const box of document.querySelectorAll('[data-job]')) follow(box, box.dataset.job, () => {});
