// The switch for notifications in this browser, on the page of settings. Whether it is told is known
// by the mark of its endpoint: a browser that was somebody else's before is not told.
import { post } from "./post.js";

const card = /** @type {HTMLElement} */ (document.querySelector("[data-push]"));
const button = /** @type {HTMLButtonElement} */ (card.querySelector("button"));

const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** @param {string} state "on", "off", "denied", "unable" or "failed" */
function show(state) {
  for (const line of card.querySelectorAll("[data-when]")) {
    const words = /** @type {HTMLElement} */ (line);
    words.hidden = !words.dataset.when?.split(" ").includes(state);
  }
  button.hidden = state === "denied" || state === "unable";
  button.dataset.deed = state === "on" ? "off" : "on";
  button.classList.toggle("go", state !== "on");
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
async function tell(address, fields) {
  const answer = await post(address, fields);
  if (!answer.ok) throw new Error(`${answer.status}`);
}

async function turnOn() {
  if (await Notification.requestPermission() !== "granted") return show(Notification.permission === "denied" ? "denied" : "off");
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe(); // it may be for another key, or person
  const applicationServerKey = bytesOf(card.dataset.key || "");
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint = "", keys: { p256dh = "", auth = "" } = {} } = made.toJSON();
  try {
    await tell(card.dataset.subscribe, { endpoint, p256dh, auth });
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
  show("on");
}

async function turnOff() {
  const { pushManager } = await navigator.serviceWorker.ready;
  const kept = await pushManager.getSubscription();
  if (kept) {
    await tell(card.dataset.unsubscribe, { endpoint: kept.endpoint });
    await kept.unsubscribe();
  }
  show("off");
}

async function look() {
  if (!able) return show("unable");
  if (Notification.permission === "denied") return show("denied");
  const registration = await navigator.serviceWorker.getRegistration();
  const kept = await registration?.pushManager.getSubscription();
  const told = kept && (card.dataset.marks || "").split(" ").includes(await markOf(kept.endpoint));
  show(told ? "on" : "off");
}

button.addEventListener("click", async () => {
  button.disabled = true;
  try {
    await (button.dataset.deed === "off" ? turnOff() : turnOn());
  } catch {
    show("failed");
  }
});
look();
