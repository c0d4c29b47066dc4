// Keeps what was loaded of the site, and hands it out when there is no network.
const kept = () => caches.open('seeddb');

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
// What a page had loaded before this was there, and what its links lead to. What cannot be had keeps nothing else away.
addEventListener('message', (event) => event.waitUntil(kept().then((cache) => Promise.allSettled(event.data.map((url) => cache.add(url))))));

// A folder and its index.html are one page.
const twin = (url) => (url.endsWith('/') ? `${url}index.html` : url.replace(/\/index\.html$/, '/'));

async function answer(request) {
  const cache = await kept();
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    const [url] = request.url.split(/[?#]/);
    const old = (await cache.match(url, { ignoreSearch: true })) ?? (await cache.match(twin(url), { ignoreSearch: true }));
    if (old) return old;
    throw error;
  }
}
addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'GET' && url.startsWith(registration.scope)) event.respondWith(answer(event.request));
});
