// The switch for push in this browser, on the settings page. The page lists hashes of the player's
// endpoints: a browser subscribed by someone else shows "off".
import { send } from "./post.js";

const card = /** @type {HTMLElement} */ (document.querySelector("[data-push]"));
const button = /** @type {HTMLButtonElement} */ (card.querySelector("button"));

const PATIENCE = 10000; // ms until a service worker must be installed

const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** @param {string} state "on", "off", "denied", "unable" or "failed" */
function show(state) {
  for (const line of card.querySelectorAll("[data-when]")) {
    const words = /** @type {HTMLElement} */ (line);
    words.hidden = !words.dataset.when?.split(" ").includes(state);
  }
  button.hidden = state === "denied" || state === "unable";
  button.dataset.turn = state === "on" ? "off" : "on";
  button.classList.toggle("primary", state !== "on");
  button.disabled = false;
}

/** @param {string} text */
async function markOf(text) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} key in URL-safe base64 */
function bytesOf(key) {
  return Uint8Array.from(atob(key.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
}

/** @param {string | undefined} address @param {Record<string, string>} fields */
async function postFields(address, fields) {
  const { status, answer } = await send("seat", address, fields);
  if (!answer?.ok) throw new Error(`${status}`);
}

/** Return the browser's push manager. It needs a service worker, which may not be installed yet, or
 * never because a file of it failed to load. */
async function getPushManager() {
  const installed = navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
  const late = new Promise((_, refuse) => { setTimeout(() => refuse(new Error("no worker")), PATIENCE); });
  const ready = installed.then(() => navigator.serviceWorker.ready);
  const { pushManager } = await /** @type {Promise<ServiceWorkerRegistration>} */ (Promise.race([ready, late]));
  return pushManager;
}

async function turnOn() {
  if (await Notification.requestPermission() !== "granted") return show(Notification.permission === "denied" ? "denied" : "off");
  const pushManager = await getPushManager();
  await (await pushManager.getSubscription())?.unsubscribe(); // another key's or player's
  const applicationServerKey = bytesOf(card.dataset.key || "");
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint = "", keys: { p256dh = "", auth = "" } = {} } = made.toJSON();
  try {
    await postFields(card.dataset.subscribe, { endpoint, p256dh, auth });
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
  show("on");
}

async function turnOff() {
  const pushManager = await getPushManager();
  const kept = await pushManager.getSubscription();
  if (kept) {
    await postFields(card.dataset.unsubscribe, { endpoint: kept.endpoint });
    await kept.unsubscribe();
  }
  show("off");
}

async function showState() {
  if (!able) return show("unable");
  if (Notification.permission === "denied") return show("denied");
  const registration = await navigator.serviceWorker.getRegistration();
  const kept = await registration?.pushManager.getSubscription();
  const subscribed = kept && (card.dataset.marks || "").split(" ").includes(await markOf(kept.endpoint));
  show(subscribed ? "on" : "off");
}

button.addEventListener("click", async () => {
  button.disabled = true;
  try {
    await (button.dataset.turn === "off" ? turnOff() : turnOn());
  } catch {
    show("failed");
  }
});
showState();
