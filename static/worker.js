// @ts-check
// The worker of the site: keeps rules pages for reading without a connection, and shows notices where only a worker may.
//
// A page comes from the network if there is one, so that no old version is shown. A page is cached together
// with all files that it names, whose addresses hold its version: without a connection it runs the scripts it came with.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

const CACHE = `cavalier-${new URL(location.href).searchParams.get("version")}`;
const RULES = /^\/\w\w\/variants\/\w+$/;
const LINKS = /\/\w\w\/variants\/\w+(?=")/g;
const FILES = /\/(?:static\/v\w+|pieces)\/[\w./+-]+/g;
const EXACT = { ignoreVary: true };

const LANGUAGES = new URL(location.href).searchParams.get("languages")?.split(" ") ?? ["en"];

/** The page without a connection in the language of this path. @param {string} path */
const offline = (path) => `/offline/${LANGUAGES.find((code) => code === path.split("/")[1]) ?? "en"}`;

/** @param {string} path @param {Response} answer */
async function cachePage(path, answer) {
  if (!answer.ok) return;
  const cache = await caches.open(CACHE);
  const files = new Set((await answer.clone().text()).match(FILES));
  await Promise.all([...files].map(async (file) => ((await caches.match(file, EXACT)) ? null : cache.add(file))));
  await cache.put(path, answer);
}

/** @param {string} path */
const fetchAndCache = async (path) => cachePage(path, await fetch(path));

/** Rules pages cached for another version are cached for this one before it takes over. */
async function install() {
  await Promise.all(LANGUAGES.map((code) => fetchAndCache(offline(`/${code}/`))));
  for (const name of await caches.keys()) {
    for (const { url } of name === CACHE ? [] : await (await caches.open(name)).keys()) {
      const { pathname } = new URL(url);
      if (RULES.test(pathname)) await fetchAndCache(pathname);
    }
  }
  await worker.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
}

/** @param {FetchEvent} event @param {string} path */
async function page(event, path) {
  try {
    const answer = await fetch(event.request);
    if (RULES.test(path)) event.waitUntil(cachePage(path, answer.clone()));
    return answer;
  } catch {
    return (await caches.match(path, EXACT)) ?? (await caches.match(offline(path), EXACT)) ?? Response.error();
  }
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));

worker.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin) return;
  if (event.request.mode === "navigate") event.respondWith(page(event, pathname));
  else if (pathname.match(FILES)) {
    event.respondWith(caches.match(pathname, EXACT).then((cached) => cached ?? fetch(event.request)));
  }
});

// An installed site keeps the rules of all variants, in the language of the page that asks for it.
worker.addEventListener("message", (event) =>
  event.waitUntil(
    (async () => {
      const list = await (await fetch(offline(event.data.keep))).text();
      for (const path of new Set(list.match(LINKS))) await fetchAndCache(path);
    })(),
  ),
);

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(
    (async () => {
      const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
      const tab = tabs.find(({ url }) => url === event.notification.data);
      await (tab ? tab.focus() : worker.clients.openWindow(event.notification.data));
    })(),
  );
});
