// The switch and volume for all sounds, in a room's menu and on the settings page. A change applies
// at once: the server stores it and every open page follows.
import { post } from "../site/post.js";
import { sound } from "./sounds.js";

/** @typedef {import("./channels.js").Wanted} Wanted */

/** @param {Partial<Wanted>} wanted changed in place */
export function listenToSoundSwitch(wanted) {
  const others = new BroadcastChannel("sounds");
  others.addEventListener("message", ({ data }) => {
    Object.assign(wanted, data);
    for (const part of document.querySelectorAll("[data-sounds]")) show(part, data);
  });
  document.addEventListener("change", ({ target }) => {
    const part = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (target).closest("[data-sounds]"));
    if (!part) return;
    const [switched, volume] = inputs(part);
    const chosen = { sounds: switched.checked, volume: Number(volume.value) };
    Object.assign(wanted, chosen);
    others.postMessage(chosen);
    if (chosen.sounds) sound("turn", chosen.volume);
    post(part.dataset.sounds, { ...(chosen.sounds && { sounds: "on" }), volume: volume.value });
  });
}

/** @param {Element} part @param {{ sounds: boolean, volume: number }} chosen on another page */
function show(part, chosen) {
  const [switched, volume] = inputs(part);
  switched.checked = chosen.sounds;
  volume.value = String(chosen.volume);
}

/** @param {Element} part @returns {HTMLInputElement[]} the switch and the volume */
function inputs(part) {
  return ["sounds", "volume"].map((name) => /** @type {HTMLInputElement} */ (part.querySelector(`[name=${name}]`)));
}
