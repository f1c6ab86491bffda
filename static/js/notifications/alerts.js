// How a page notifies the player of an event. The rules:
//
// - Every event has a key (a game and its turn, or a notice) that is the same over every channel:
//   over the player's own socket, which each page has, and over the room's on its page.
// - A browser notifies once per event. A page claims the key, under a lock that all tabs share, and
//   writes it to the browser's storage; pages that come later find it there and stay silent.
//   Visible pages go first, and pages that may play sound before those that may not yet.
// - What is already there when a page loads is not news: it is recorded without notifying.
// - Sound and vibration need an open page of the site. Several events at once sound once, as the
//   first of them. A notification is shown only while no page is visible.
// - Where events are pushed to this browser, the service worker notifies and the pages stay silent:
//   while no page is visible and the room is not open. An open room's page always notifies itself.
// - Title and favicon follow other rules: they always show how many games wait (../site/title.js).
import { channelsOf, isLeftToWorker, findNew } from "./channels.js";
import { isWatched } from "./page_visibility.js";
import { canSound, sound } from "./sounds.js";

/** `sound`: a sound other than that of the kind.
 * @typedef {{ key: string, kind: string, url: string, text: string, sound?: string }} GameEvent */
/** @typedef {import("./channels.js").Wanted} Wanted */

// Stays "told": under another key, every event would be new again in browsers that know it.
const STORAGE_KEY = "told";
const HIDDEN_PAUSE = 1000; // ms that a hidden page waits
const SILENT_PAUSE = 200; // extra ms for a page that may not sound
const TAPS = [80, 60, 80]; // ms of vibration and pause

/** Keys seen by this page, for browsers without storage.
 * @type {string[]} */
let seen = [];
/** Keys of events left to the service worker.
 * @type {Set<string>} */
const left = new Set();

/** @param {GameEvent[]} gameEvents @param {Partial<Wanted>} wanted */
export async function raiseAlerts(gameEvents, wanted) {
  const patience = (document.visibilityState === "visible" ? 0 : HIDDEN_PAUSE) + (canSound() ? 0 : SILENT_PAUSE);
  if (patience) await new Promise((go) => setTimeout(go, patience));
  const [watched, pushed] = [await isWatched(), await isPushed()];
  const own = gameEvents.filter(({ key, kind, url }) => {
    if (isLeftToWorker(kind, wanted, { watched, pushed, here: url === location.pathname })) left.add(key);
    return !left.has(key);
  });
  const fresh = await claim(own.map(({ key }) => key));
  const news = own.filter(({ key }) => fresh.includes(key));
  const alerts = news.map((gameEvent) => ({ gameEvent, channels: channelsOf(gameEvent.kind, wanted, watched) }));
  const loudest = alerts.find(({ channels }) => channels.includes("sound"))?.gameEvent;
  if (loudest) sound(loudest.sound || loudest.kind, wanted.volume ?? 0);
  if (alerts.some(({ channels }) => channels.includes("vibration"))) vibrate();
  for (const { gameEvent, channels } of alerts) if (channels.includes("notification")) notify(gameEvent);
}

/** Record these keys and return the new ones: this page notifies the player of those.
 * @param {string[]} keys @returns {Promise<string[]>} */
export async function claim(keys) {
  const take = () => {
    const result = findNew(recall(), keys);
    seen = result.seen;
    try {
      if (result.fresh.length) localStorage.setItem(STORAGE_KEY, JSON.stringify(seen));
    } catch { /* each page for itself */ }
    return result.fresh;
  };
  return navigator.locks ? navigator.locks.request("notifications", take) : take();
}

/** @returns {string[]} */
function recall() {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) || "[]");
  } catch {
    return seen;
  }
}

async function isPushed() {
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    return !!await worker?.pushManager?.getSubscription();
  } catch {
    return false;
  }
}

function vibrate() {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TAPS);
}

/** Show a notification. On Android only the service worker may show one and open its page.
 * @param {GameEvent} gameEvent */
async function notify({ key, url, text }) {
  if (window.Notification?.permission !== "granted") return;
  const options = { body: text, tag: key, data: { url } };
  try {
    const shown = new Notification("Tileroom", options);
    shown.addEventListener("click", () => open(shown, url));
  } catch {
    (await navigator.serviceWorker?.getRegistration())?.showNotification("Tileroom", options);
  }
}

/** @param {Notification} shown @param {string} url */
function open(shown, url) {
  shown.close();
  window.focus();
  if (location.pathname !== url) location.assign(url);
}
