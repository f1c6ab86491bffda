// A position as the texts of its address, as games/rules/setup_text.py writes and reads them: pure.

/** @typedef {import("./stock.js").Told} Told */
/** How each face is written on the board, as itself and by a blank.
 * @typedef {Record<string, [plain: string, blank: string]>} Marks */

const PLAIN = { "%2F": "/", "%2C": ",", "%3A": ":", "%3F": "?" }; // what an address may hold as it is
const OWNERS = "ab"; // a capital for safe tiles

/** The rows from the top; "" for an empty board.
 * @param {Told[]} tiles @param {number} rows @param {number} cols @param {Marks} marks */
export function writeBoard(tiles, rows, cols, marks) {
  if (!tiles.length) return "";
  const lying = new Map(tiles.map(([square, face, blank]) => [square, marks[face][blank ? 1 : 0]]));
  const lines = Array.from({ length: rows }, (_, row) => {
    const line = Array.from({ length: cols }, (__, col) => lying.get(row * cols + col) ?? ".");
    return line.join("").replace(/\.+/g, (empty) => String(empty.length));
  });
  return lines.join("/");
}

/** Whose the tiles are, in the order of the board.
 * @param {Told[]} tiles */
export function writeOwners(tiles) {
  const signs = [...tiles].sort((a, b) => a[0] - b[0]).map(([, , , owner, safe]) =>
    (safe ? OWNERS[owner].toUpperCase() : OWNERS[owner]));
  return signs.join("");
}

/** @param {number[]} scores */
export function writeScores(scores) { return scores.some(Boolean) ? scores.join(",") : ""; }

/** What somebody typed as the tiles of a rack: the longest faces first, unless apart by a space. What
 * is no tile stays, for the server to name.
 * @param {string} typed @param {string[]} faces @param {string} language */
export function writeRack(typed, faces, language) {
  const longest = [...faces].sort((a, b) => b.length - a.length);
  let rest = typed.normalize("NFC").toLocaleUpperCase(language);
  let rack = "";
  while (rest) {
    const bracket = /^\[[^\]]*\]/.exec(rest)?.[0];
    const face = longest.find((one) => rest.startsWith(one));
    const unit = bracket ?? face ?? /** @type {string} */ ([...rest][0]);
    rest = rest.slice(unit.length);
    rack += bracket ?? (face && [...face].length > 1 ? `[${face}]` : unit);
  }
  return rack.replace(/\s/g, "");
}

/** The faces of a rack as it is written.
 * @param {string} rack @returns {string[]} */
export function facesOf(rack) {
  return [...rack.matchAll(/\[([^\]]*)\]|./gu)].map(([unit, inside]) => inside ?? unit);
}

/** The query of an address; what is empty is left out.
 * @param {Iterable<[string, string]>} fields */
export function writeQuery(fields) {
  const query = new URLSearchParams([...fields].filter(([, text]) => text)).toString();
  return Object.entries(PLAIN).reduce((text, [code, sign]) => text.replaceAll(code, sign), query);
}
