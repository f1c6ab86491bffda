// The short form of a room's menu: a switch over all sounds and their volume. It is kept by the
// server, and heeded by all open pages at once.
import { post } from "../site/post.js";
import { sound } from "./sounds.js";

/** @typedef {import("./choice.js").Wanted} Wanted */

/** @param {Partial<Wanted>} wanted is changed */
export function listenToSwitch(wanted) {
  const others = new BroadcastChannel("sounds");
  others.addEventListener("message", ({ data }) => Object.assign(wanted, data));
  document.addEventListener("change", ({ target }) => {
    const form = /** @type {HTMLFormElement | null} */ (/** @type {HTMLElement} */ (target).closest("form[data-sounds]"));
    if (!form) return;
    const fields = new FormData(form);
    const chosen = { sounds: fields.has("sounds"), volume: Number(fields.get("volume")) };
    Object.assign(wanted, chosen);
    others.postMessage(chosen);
    if (chosen.sounds) sound("turn", chosen.volume);
    post(form.dataset.sounds, fields);
  });
}
