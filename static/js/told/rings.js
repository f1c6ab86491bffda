// How a page tells what has happened. The rules:
//
// - Every event has a key (a game and its turn, a notice) that is the same on whatever way it comes:
//   by the player's own socket, which each page has, or by the room's, on its page.
// - One event is told once in a browser. A page claims its key, in a lock that all tabs share, and
//   notes it in the browser's storage; whoever comes later finds it there and is silent. Pages that
//   can be seen go first, those that may sound before those that may not yet.
// - What there was when a page came is no news: it is noted and not told.
// - Sound and vibration are for whoever has a page of the site somewhere; several events at once
//   sound once, as the first of them. A notification is shown only while no page can be seen.
// - What is pushed to this browser the service worker tells, and the pages leave it alone: that is
//   while none can be seen, and the room is open nowhere (whose page, seen or not, tells itself).
// - Title and favicon are not told here: they always show how many games wait (../site/title.js).
import { channelsOf, isLeft, look } from "./choice.js";
import { isWatched } from "./sight.js";
import { isAwake, sound } from "./sounds.js";

/** `sound`: another one than that of the kind.
 * @typedef {{ key: string, kind: string, url: string, text: string, sound?: string }} Happening */
/** @typedef {import("./choice.js").Wanted} Wanted */

const STORED = "told";
const UNSEEN = 1000; // ms that a page waits which nobody sees
const UNHEARD = 200; // ms that one waits besides which may not sound
const TAPS = [80, 60, 80]; // ms of vibration and pause

/** Without storage what was seen is known as long as the page lives.
 * @type {string[]} */
let seen = [];
/** What the service worker told in this page's stead.
 * @type {Set<string>} */
const left = new Set();

/** @param {Happening[]} happenings @param {Partial<Wanted>} wanted */
export async function tell(happenings, wanted) {
  const patience = (document.visibilityState === "visible" ? 0 : UNSEEN) + (isAwake() ? 0 : UNHEARD);
  if (patience) await new Promise((go) => setTimeout(go, patience));
  const [watched, pushed] = [await isWatched(), await isPushed()];
  const own = happenings.filter(({ key, kind, url }) => {
    if (isLeft(kind, wanted, { watched, pushed, here: url === location.pathname })) left.add(key);
    return !left.has(key);
  });
  const fresh = await claim(own.map(({ key }) => key));
  const news = own.filter(({ key }) => fresh.includes(key));
  const told = news.map((happening) => ({ happening, channels: channelsOf(happening.kind, wanted, watched) }));
  const heard = told.find(({ channels }) => channels.includes("sound"))?.happening;
  if (heard) sound(heard.sound || heard.kind, wanted.volume ?? 0);
  if (told.some(({ channels }) => channels.includes("vibration"))) vibrate();
  for (const { happening, channels } of told) if (channels.includes("notification")) notify(happening);
}

/** Note these keys; those that nobody had noted are this page's to tell.
 * @param {string[]} keys @returns {Promise<string[]>} */
export async function claim(keys) {
  const take = () => {
    const looked = look(recall(), keys);
    seen = looked.seen;
    try {
      if (looked.fresh.length) localStorage.setItem(STORED, JSON.stringify(seen));
    } catch { /* each page for itself */ }
    return looked.fresh;
  };
  return navigator.locks ? navigator.locks.request("telling", take) : take();
}

/** @returns {string[]} */
function recall() {
  try {
    return JSON.parse(localStorage.getItem(STORED) || "[]");
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

/** Where only the service worker may show one (on Android), it does, and knows what to open.
 * @param {Happening} happening */
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
