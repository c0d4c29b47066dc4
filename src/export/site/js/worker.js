// Keeps what was loaded of the site, and hands it out when there is no network.
const kept = () => caches.open('seeddb');

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
// What a page had loaded before this was there.
addEventListener('message', (event) => event.waitUntil(kept().then((cache) => cache.addAll(event.data))));

async function answer(request) {
  const cache = await kept();
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    const old = await cache.match(request, { ignoreSearch: true });
    if (old) return old;
    throw error;
  }
}
addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'GET' && url.startsWith(registration.scope)) event.respondWith(answer(event.request));
});
