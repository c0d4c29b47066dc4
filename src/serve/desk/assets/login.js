// Takes the token out of the address, which nobody else sees then, and gives it to the server for a
// cookie.
import { ask } from './ask.js';

const form = document.querySelector('[data-login]');
async function open(token) {
  const { ok, words } = await ask('/login', { token });
  if (ok) location.reload();
  else form.querySelector('.problem').textContent = words;
}
form.addEventListener('submit', (event) => {
  event.preventDefault();
  open(form.elements.token.value);
});
const token = new URLSearchParams(location.hash.slice(1)).get('t');
if (location.hash) history.replaceState(null, '', location.pathname + location.search);
if (token) open(token);
