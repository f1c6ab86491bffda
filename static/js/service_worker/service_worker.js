// The service worker. Pages always come from the network. The cache holds only the offline page and
// files whose names change with their content. A new worker takes over at once, since no page
// depends on what the old one cached.
import { listenForPushEvents } from "./push_events.js";
import { isCacheable, sourceOf } from "./routing.js";

const worker = /** @type {any} */ (self);
const CACHE = `tileroom-${SHELL.version}`;

const TRIES = 5;
const PAUSE = 1000; // ms before the second try; doubled for each further one
const PATIENCE = 15000; // ms for one file

/** @param {string} url */
function fresh(url) {
  const late = new AbortController();
  setTimeout(() => late.abort(), PATIENCE);
  return new Request(url, { cache: "reload", credentials: "omit", signal: late.signal });
}

// If installation fails, the browser drops the worker and tries again only with the next page. So
// only the offline page has to be there: its files are kept later if they fail now.
async function fill() {
  const cache = await caches.open(CACHE);
  const files = Promise.allSettled(SHELL.files.map((url) => cache.add(fresh(url))));
  for (let tried = 1; ; tried++) {
    try {
      await cache.add(fresh(SHELL.page));
      break;
    } catch (error) {
      if (tried === TRIES) throw error;
      await new Promise((go) => setTimeout(go, PAUSE * 2 ** (tried - 1)));
    }
  }
  await files;
  await worker.skipWaiting();
}

async function clear() {
  await worker.clients.claim();
  await worker.registration.navigationPreload?.enable().catch(() => { /* only slower without it */ });
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
}

/** @param {any} event */
async function showPage(event) {
  try {
    return (await event.preloadResponse) || await fetch(event.request);
  } catch {
    return (await caches.match(SHELL.page)) || Response.error();
  }
}

/** @param {any} event */
async function serveFile(event) {
  const kept = await caches.match(event.request);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (isCacheable(answer)) event.waitUntil(keepFile(event.request, answer.clone()));
  return answer;
}

/** @param {Request} request @param {Response} answer */
async function keepFile(request, answer) {
  await (await caches.open(CACHE)).put(request, answer);
}

/** @param {any} event a request for a file whose name stays: its newest version */
async function serveNewest(event) {
  try {
    const answer = await fetch(event.request);
    if (isCacheable(answer)) event.waitUntil(keepFile(event.request, answer.clone()));
    return answer;
  } catch {
    return (await caches.match(event.request)) || Response.error();
  }
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fill()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(clear()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const source = sourceOf(event.request, worker.location.origin, SHELL.files);
  if (source === "page") event.respondWith(showPage(event));
  if (source === "file") event.respondWith(serveFile(event));
  if (source === "newest") event.respondWith(serveNewest(event));
});
// A page that was still loading when this worker took over has no worker until it asks.
worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "claim") event.waitUntil(worker.clients.claim());
});
listenForPushEvents(worker);
