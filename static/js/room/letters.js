// From what keys and input methods give to letters as the tiles have them: pure. How a language's
// words are spelt with tiles is told by the server, the same as for its dictionaries.

/** `spellings` are replaced one after another; then marks fall away but for the letters `kept`,
 * which is null where all marks stay.
 * @typedef {{ kept: string | null, spellings: [string, string][] }} Folding */

export class Letters {
  /** @param {string} language of the tile set @param {string[]} faces that a tile may show
   * @param {Folding} [folding] */
  constructor(language, faces, folding) {
    this.language = language;
    this.faces = faces;
    this.kept = folding?.kept ?? null;
    this.spellings = folding?.spellings ?? [];
    this.signs = new Set(faces.join(""));
  }

  /** The letters, one by one: i is İ in Turkish and I elsewhere, ß two S, ç a C where no tile has
   * its mark. What no tile could show is left out, but letters stay.
   * @param {string} typed @returns {string[]} */
  read(typed) {
    let spelt = typed.normalize("NFKC").toLocaleUpperCase(this.language).normalize("NFC");
    for (const [spelling, tiles] of this.spellings) spelt = spelt.replaceAll(spelling, tiles);
    return [...spelt].map((letter) => this.#drop(letter)).filter((sign) => /\p{L}/u.test(sign) || this.signs.has(sign));
  }

  /** Its marks, where no tile has them.
   * @param {string} letter */
  #drop(letter) {
    if (this.kept === null || this.kept.includes(letter)) return letter;
    return letter.normalize("NFD").replace(/\p{M}/gu, "");
  }
}

/** Whether a key is a command of the browser or the system. AltGr (told as Ctrl+Alt by some) and a
 * Mac's Option make letters.
 * @param {Pick<KeyboardEvent, "key" | "ctrlKey" | "altKey" | "metaKey" | "getModifierState">} event
 * @param {boolean} [mac] */
export function isChord(event, mac = navigator.platform.startsWith("Mac")) {
  if (event.metaKey) return true;
  if (event.getModifierState("AltGraph") || (event.ctrlKey && event.altKey)) return false;
  return event.ctrlKey || (event.altKey && !(mac && event.key > "\x7f"));
}

/** Whether Shift was held to say something: scripts without case need it for letters of their own.
 * @param {Pick<KeyboardEvent, "key" | "shiftKey">} event */
export function isLoud({ key, shiftKey }) { return shiftKey && key.toLowerCase() !== key.toUpperCase(); }
