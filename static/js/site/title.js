// The title of a page, with how many games wait for a turn, and a mark on the favicon while any does.
// Both are kept on the page, where all its scripts find them.

const kept = () => document.documentElement.dataset;

/** @param {string} title without the count */
export function entitle(title) {
  kept().title = title;
  show();
}

/** @param {number} turns that wait */
export function countTurns(turns) {
  kept().turns = String(turns);
  show();
}

function show() {
  const data = kept();
  const turns = Number(data.turns || 0);
  data.title ??= document.title;
  document.title = titled(data.title, turns);
  mark(turns > 0);
}

/** @param {string} title @param {number} turns */
export function titled(title, turns) { return turns ? `(${turns}) ${title}` : title; }

/** @param {boolean} marked */
function mark(marked) {
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  if (!icon) return;
  const plain = kept().icon ??= icon.href;
  const wanted = marked ? dotted(plain, colour()) : plain;
  if (icon.href !== wanted) icon.href = wanted;
}

/** The style's colour of warning, as it is in the light or the dark. */
function colour() {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = "var(--danger)";
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

/** A drawing 32 wide, in an address, with a dot in its corner.
 * @param {string} drawing @param {string} colour */
export function dotted(drawing, colour) {
  const dot = `<circle cx="23" cy="9" r="9" fill="${colour}"/></svg>`;
  return drawing.replace(/%3C\/svg%3E\s*$/i, encodeURIComponent(dot));
}
