// Turns the input of keys and input methods into letters as the tiles show them. Pure functions.
// The server sends how a language's words are spelt with tiles, by the same rules as for its
// dictionaries.

/** `spellings` are replaced one after another. Then marks are dropped, except from the letters in
 * `kept`, which is null where all marks stay.
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

  /** Return the letters one by one: i becomes İ in Turkish and I elsewhere, ß two S, ç a C where no
   * tile has its mark. Characters that no tile could show are dropped; letters are kept.
   * @param {string} typed @returns {string[]} */
  read(typed) {
    let spelt = typed.normalize("NFKC").toLocaleUpperCase(this.language).normalize("NFC");
    for (const [spelling, tiles] of this.spellings) spelt = spelt.replaceAll(spelling, tiles);
    return [...spelt].map((letter) => this.#drop(letter)).filter((sign) => /\p{L}/u.test(sign) || this.signs.has(sign));
  }

  /** Drop the letter's marks where no tile has them.
   * @param {string} letter */
  #drop(letter) {
    if (this.kept === null || this.kept.includes(letter)) return letter;
    return letter.normalize("NFD").replace(/\p{M}/gu, "");
  }
}

/** Return whether a key is a command of the browser or the system. AltGr (which some systems report
 * as Ctrl+Alt) and a Mac's Option key type letters instead.
 * @param {Pick<KeyboardEvent, "key" | "ctrlKey" | "altKey" | "metaKey" | "getModifierState">} event
 * @param {boolean} [mac] */
export function isChord(event, mac = navigator.platform.startsWith("Mac")) {
  if (event.metaKey) return true;
  if (event.getModifierState("AltGraph") || (event.ctrlKey && event.altKey)) return false;
  return event.ctrlKey || (event.altKey && !(mac && event.key > "\x7f"));
}

/** Return whether Shift asks for a blank. Scripts without case need Shift for some letters.
 * @param {Pick<KeyboardEvent, "key" | "shiftKey">} event */
export function asksForBlank({ key, shiftKey }) { return shiftKey && key.toLowerCase() !== key.toUpperCase(); }
