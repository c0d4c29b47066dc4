// Asks the server, and says what is wrong if it does not answer as wished.
const german = document.documentElement.lang === 'de' ? (await import('./de.js')).default : {};
// Words in the language of the page, with what stands in the places of {}.
export const t = (words, ...of) => (german[words] ?? words).replace(/\{\}/g, () => of.shift());

const LOST = 'The server does not answer: start `seeddb serve` again. What you typed is still here, and nothing is lost.';

function lost(words) {
  let note = document.getElementById('lost');
  if (!words) return note?.remove();
  if (!note) {
    note = Object.assign(document.createElement('p'), { id: 'lost' });
    note.setAttribute('role', 'alert');
    document.body.append(note);
  }
  note.textContent = words;
}

// The answer to a request, which may be a problem: `{ ok, status, words, answer }`.
export async function ask(path, body, headers = {}, method = 'POST') {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  } catch {
    lost(t(LOST));
    return { ok: false, status: 0, words: '' };
  }
  lost('');
  if (answer.ok) return { ok: true, status: answer.status, words: '', answer };
  const problem = await answer.json().catch(() => ({}));
  let words = problem.detail ?? t('The server answers {}.', answer.status);
  if (answer.status === 401 && path !== '/login') words = t('The server was started again, or your session is over: sign in again.');
  if (answer.status === 503) words += t('. Nothing was changed; it is tried again.');
  return { ok: false, status: answer.status, words };
}
