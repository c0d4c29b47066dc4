// Keeps what was loaded of the site, and hands it out when there is no network.
// How many files are kept at most: the pages of some three months, and what all of them load.
const MOST = 200;
const NAME = `seeddb:${registration.scope}`;
const kept = () => caches.open(NAME);
// Those that were loaded longest ago go first; what is loaded again is last.
async function bound(cache) {
  const all = await cache.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - MOST)).map((request) => cache.delete(request)));
}

addEventListener('install', () => skipWaiting());
// The cache of before had no bound.
addEventListener('activate', (event) => event.waitUntil(Promise.all([clients.claim(), caches.delete('seeddb')])));
// What a page had loaded before this was there, and what its links lead to. What cannot be had
// keeps nothing else away.
addEventListener('message', (event) => event.waitUntil((async () => {
  const cache = await kept();
  await Promise.allSettled(event.data.map((url) => cache.add(url)));
  await bound(cache);
})()));

// A folder and its index.html are one page.
const twin = (url) => (url.endsWith('/') ? `${url}index.html` : url.replace(/\/index\.html$/, '/'));

async function answer(request) {
  const cache = await kept();
  try {
    const fresh = await fetch(request);
    if (fresh.ok) {
      await cache.put(request, fresh.clone());
      await bound(cache);
    }
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
