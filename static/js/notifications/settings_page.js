// The page of notification settings: a test sound, permission for notifications, and the browser's
// time zone where the player has never chosen one.
import { listenForTouch, sound } from "./sounds.js";

const volume = /** @type {HTMLInputElement} */ (document.querySelector("[name=volume]"));
const allow = /** @type {HTMLElement} */ (document.querySelector("[data-allow]"));

function showLeave() {
  const state = window.isSecureContext && window.Notification ? Notification.permission : "missing";
  const words = /** @type {HTMLElement} */ (allow.querySelector("[role=status]"));
  words.textContent = allow.dataset[state] || "";
  /** @type {HTMLElement} */ (allow.querySelector("button")).hidden = state !== "default";
}

function guessZone() {
  const zone = /** @type {HTMLSelectElement | null} */ (document.querySelector("[data-guess] [name=zone]"));
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && [...zone.options].some(({ value }) => value === own)) zone.value = own;
}

if (allow) {
  listenForTouch();
  showLeave();
  guessZone();
  navigator.permissions?.query({ name: "notifications" }).then((asked) => asked.addEventListener("change", showLeave));
  allow.querySelector("button")?.addEventListener("click", async () => {
    await Notification.requestPermission();
    showLeave();
  });
  document.querySelector("[data-try]")?.addEventListener("click", () => sound("turn", Number(volume.value)));
}
