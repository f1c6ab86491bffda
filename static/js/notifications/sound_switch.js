// The switch and volume for all sounds, in a room's menu and on the settings page. A change applies
// at once: the server stores it, and then every open page follows. A change that the server
// refuses is undone.
import { send } from "../site/post.js";
import { showToast } from "../site/toast.js";
import { sound } from "./sounds.js";

/** @typedef {import("./channels.js").Wanted} Wanted */
/** @typedef {{ sounds: boolean, volume: number }} Choice */

/** @type {Choice | null} what is chosen and not sent yet */
let next = null;
let sending = false;

/** @param {Partial<Wanted>} wanted changed in place */
export function listenToSoundSwitch(wanted) {
  const others = new BroadcastChannel("sounds");
  const showAll = (/** @type {Choice} */ choice) => {
    Object.assign(wanted, choice);
    for (const part of document.querySelectorAll("[data-sounds]")) show(part, choice);
  };
  let stored = { sounds: wanted.sounds ?? true, volume: wanted.volume ?? 0 };
  others.addEventListener("message", ({ data }) => {
    stored = data;
    showAll(data);
  });
  document.addEventListener("change", ({ target }) => {
    const part = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (target).closest("[data-sounds]"));
    if (!part) return;
    const [switched, volume] = inputs(part);
    next = { sounds: switched.checked, volume: Number(volume.value) };
    Object.assign(wanted, next);
    if (next.sounds) sound("turn", next.volume);
    store(part.dataset.sounds || "");
  });

  /** Send one choice at a time, the latest last.
   * @param {string} url */
  async function store(url) {
    if (sending) return;
    sending = true;
    while (next) {
      const choice = next;
      next = null;
      const { status, say } = await send("seat", url, { ...(choice.sounds && { sounds: "on" }), volume: String(choice.volume) });
      if (status && status < 400) {
        stored = choice;
        others.postMessage(choice);
      } else if (!next) {
        showAll(stored);
        showToast(say);
      }
    }
    sending = false;
  }
}

/** @param {Element} part @param {Choice} chosen */
function show(part, chosen) {
  const [switched, volume] = inputs(part);
  switched.checked = chosen.sounds;
  volume.value = String(chosen.volume);
}

/** @param {Element} part @returns {HTMLInputElement[]} the switch and the volume */
function inputs(part) {
  return ["sounds", "volume"].map((name) => /** @type {HTMLInputElement} */ (part.querySelector(`[name=${name}]`)));
}
