// Puts the number of waiting games into the page title, and a dot on the favicon while there are
// any. Both are stored on the page itself, where all its scripts find them.

const pageData = () => document.documentElement.dataset;

/** @param {string} title without the number */
export function setTitle(title) {
  pageData().title = title;
  show();
}

/** @param {number} turns number of waiting games */
export function countTurns(turns) {
  pageData().turns = String(turns);
  show();
}

function show() {
  const data = pageData();
  const turns = Number(data.turns || 0);
  data.title ??= document.title;
  document.title = withCount(data.title, turns);
  mark(turns > 0);
}

/** @param {string} title @param {number} turns */
export function withCount(title, turns) { return turns ? `(${turns}) ${title}` : title; }

/** @param {boolean} marked */
function mark(marked) {
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  if (!icon) return;
  const plain = pageData().icon ??= icon.href;
  const wanted = marked ? dotted(plain, colour()) : plain;
  if (icon.href !== wanted) icon.href = wanted;
}

/** Return the warning colour of the present colour scheme. */
function colour() {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = "var(--danger)";
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

/** Add a dot to the corner of a 32-pixel drawing in a data URL.
 * @param {string} drawing @param {string} colour */
export function dotted(drawing, colour) {
  const dot = `<circle cx="23" cy="9" r="9" fill="${colour}"/></svg>`;
  return drawing.replace(/%3C\/svg%3E\s*$/i, encodeURIComponent(dot));
}
