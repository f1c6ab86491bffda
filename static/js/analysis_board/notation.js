// Writes a position as the fields of its address, in the format of
// games/rules/positions/setup_text.py. Pure functions.

/** @typedef {import("./tile_set.js").TileEntry} TileEntry */
/** How each face is written on the board: as a tile of its own and as a blank.
 * @typedef {Record<string, [plain: string, blank: string]>} Marks */

const PLAIN = { "%2F": "/", "%2C": ",", "%3A": ":", "%3F": "?" }; // need no escape in a query
const OWNERS = "ab"; // a capital for safe tiles

/** Write the rows from the top; "" for an empty board.
 * @param {TileEntry[]} tiles @param {number} rows @param {number} cols @param {Marks} marks */
export function writeBoard(tiles, rows, cols, marks) {
  if (!tiles.length) return "";
  const lying = new Map(tiles.map(([square, face, blank]) => [square, marks[face][blank ? 1 : 0]]));
  const lines = Array.from({ length: rows }, (_, row) => {
    const line = Array.from({ length: cols }, (__, col) => lying.get(row * cols + col) ?? ".");
    return line.join("").replace(/\.+/g, (empty) => String(empty.length));
  });
  return lines.join("/");
}

/** Write the owner of each tile, in the order of the board.
 * @param {TileEntry[]} tiles */
export function writeOwners(tiles) {
  const signs = [...tiles].sort((a, b) => a[0] - b[0]).map(([, , , owner, safe]) =>
    (safe ? OWNERS[owner].toUpperCase() : OWNERS[owner]));
  return signs.join("");
}

/** @param {number[]} scores */
export function writeScores(scores) { return scores.some(Boolean) ? scores.join(",") : ""; }

/** Split what was typed into the tiles of a rack. The longest matching face wins, unless a space
 * separates the letters. Text that is no tile is kept, so that the server can name it in its error.
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

/** Return the faces of a written rack.
 * @param {string} rack @returns {string[]} */
export function facesOf(rack) {
  return [...rack.matchAll(/\[([^\]]*)\]|./gu)].map(([unit, inside]) => inside ?? unit);
}

/** Return the query of an address, without its empty fields.
 * @param {Iterable<[string, string]>} fields */
export function writeQuery(fields) {
  const query = new URLSearchParams([...fields].filter(([, text]) => text)).toString();
  return Object.entries(PLAIN).reduce((text, [code, sign]) => text.replaceAll(code, sign), query);
}
