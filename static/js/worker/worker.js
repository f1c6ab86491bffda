// The service worker. Pages always come from the network: what is kept is the page that says that
// there is no line, and files whose names change with their content. A new worker takes over at
// once, since no page depends on what the old one kept.
import { listenForPushes } from "./pushes.js";
import { keeps, wayOf } from "./ways.js";

const worker = /** @type {any} */ (self);
const CACHE = `tileroom-${SHELL.version}`;

async function fill() {
  const cache = await caches.open(CACHE);
  const wanted = [SHELL.page, ...SHELL.files];
  await cache.addAll(wanted.map((url) => new Request(url, { cache: "reload", credentials: "omit" })));
  await worker.skipWaiting();
}

async function clear() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
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

/** @param {Request} request a file whose name stays the same: the newest there is */
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
listenForPushes(worker);
