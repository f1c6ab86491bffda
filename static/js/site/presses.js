// A browser gives the click to a button only if the same element was pressed and let go. A part of the
// page is therefore not replaced while a control in it is pressed by pointer or Space: its new content
// waits for the click.
const CONTROLS = "a, button, input, label, summary";
const CLICK_PAUSE = 100; // ms after letting go in which the click of a touch must have come

/** @type {Element | null} */
let pressed = null;
let timer = 0;
/** @type {(() => void)[]} */
let waiting = [];

/** Return whether a control within an element is pressed.
 * @param {Element} part */
export function isPressed(part) { return part.contains(pressed); }

/** Do something at once or, while a control is pressed, after its click. What waits keeps its order.
 * A control that has left the page delays nothing: no click follows.
 * @param {() => void} then */
export function runAfterPress(then) {
  waiting.push(then);
  if (!pressed?.isConnected) end();
}

/** @param {EventTarget | null} target */
function press(target) {
  end();
  pressed = /** @type {Element} */ (target).closest(CONTROLS);
}

function end() {
  clearTimeout(timer);
  pressed = null;
  waiting.splice(0).forEach((then) => then());
}

/** @param {number} pause ms until what waits is done; 0 is after the listeners of this event */
function letGo(pause) {
  if (!pressed) return;
  clearTimeout(timer);
  timer = window.setTimeout(end, pause);
}

document.addEventListener("pointerdown", ({ target, button, isPrimary }) => { if (!button && isPrimary) press(target); }, true);
document.addEventListener("keydown", ({ key, target, repeat }) => { if (key === " " && !repeat) press(target); }, true);
document.addEventListener("pointerup", ({ isPrimary }) => { if (isPrimary) letGo(CLICK_PAUSE); }, true);
document.addEventListener("keyup", ({ key }) => { if (key === " ") letGo(CLICK_PAUSE); }, true);
// A part that asks for itself every few seconds asks again after the press.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, requestConfig } = event.detail;
  if (requestConfig.elt.matches("[hx-trigger*=every]") && isPressed(target)) event.preventDefault();
});
for (const type of ["click", "pointercancel", "contextmenu"]) document.addEventListener(type, () => letGo(0), true);
window.addEventListener("blur", () => letGo(0));
