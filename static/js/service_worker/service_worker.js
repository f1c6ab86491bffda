// The service worker. Pages always come from the network. The cache holds only the offline page and
// files whose names change with their content. A new worker takes over at once, since no page
// depends on what the old one cached.
import { listenForPushEvents } from "./push_events.js";
import { keeps, wayOf } from "./routing.js";

const worker = /** @type {any} */ (self);
const CACHE = `tileroom-${SHELL.version}`;

const TRIES = 5;
const PAUSE = 1000; // ms before the second try; doubled for each further one

// If installation fails, the browser drops the worker and tries again only with the next page.
async function fill() {
  const cache = await caches.open(CACHE);
  const wanted = [SHELL.page, ...SHELL.files];
  for (let tried = 1; ; tried++) {
    try {
      await cache.addAll(wanted.map((url) => new Request(url, { cache: "reload", credentials: "omit" })));
      break;
    } catch (error) {
      if (tried === TRIES) throw error;
      await new Promise((go) => setTimeout(go, PAUSE * 2 ** (tried - 1)));
    }
  }
  await worker.skipWaiting();
}

async function clear() {
  await worker.clients.claim();
  await worker.registration.navigationPreload?.enable();
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

/** @param {Request} request */
async function giveFile(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (keeps(answer)) (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

/** @param {Request} request a file whose name stays: its newest version */
async function giveNewest(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request)) || Response.error();
  }
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fill()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(clear()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const way = wayOf(event.request, worker.location.origin, SHELL.files);
  if (way === "page") event.respondWith(showPage(event));
  if (way === "file") event.respondWith(giveFile(event.request));
  if (way === "newest") event.respondWith(giveNewest(event.request));
});
// A page that was still loading when this worker took over has no worker until it asks.
worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "claim") event.waitUntil(worker.clients.claim());
});
listenForPushEvents(worker);
