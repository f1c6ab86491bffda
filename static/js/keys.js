// The keyboard's verbs. On the board: arrows move, letters lay tiles, Space turns the way,
// Backspace takes back, Enter plays, Escape recalls. On the rack: arrows move, with Shift they
// carry the tile along, Enter chooses.
import { announce, message, text } from "./draw.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./draw.js").Painter} Painter */
/** @typedef {{ play: () => void, recallAll: () => void, changed: () => void, tapSquare: (square: number, again: boolean) => void }} Deeds */

const SEQUENCE = 900; // ms within which letters join to one tile of several letters
const FINALS = { "ך": "כ", "ם": "מ", "ן": "נ", "ף": "פ", "ץ": "צ" };

/** @param {HTMLElement} room @param {Table} table @param {Painter} painter @param {Deeds} deeds */
export function listenKeys(room, table, painter, deeds) {
  let typed = ""; // letters of the running sequence
  let typedAt = 0;
  let laidBySequence = -1; // where the sequence's tile lies, -1 when it waits for more letters

  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const busy = target.closest("input, select, textarea, dialog[open]");
    if (busy || event.ctrlKey || event.metaKey || event.altKey || !painter.rack) return;
    if (onOption(event, target) || onCommand(event, target) || onLetter(event)) event.preventDefault();
  });
  room.addEventListener("focusin", (event) => {
    const cell = painter.cells.indexOf(/** @type {HTMLElement} */ (event.target));
    if (cell >= 0 && cell !== table.cursor) { table.cursor = cell; painter.paint(); }
  });

  /** @param {KeyboardEvent} event @param {HTMLElement} target */
  function onCommand(event, target) {
    const onBoard = !!target.closest("[role=grid]");
    const idle = onBoard || target === document.body || target.closest("[role=option]");
    if (event.key.startsWith("Arrow") && (onBoard || target === document.body)) return arrow(event.key);
    if (event.key === "Escape") return table.laid.length > 0 && (deeds.recallAll(), true);
    if (event.key === "Backspace" || event.key === "Delete") return takeBack(event.key === "Delete");
    if (event.key === " " && idle) return turn();
    if (event.key === "Home" && onBoard) return jump(table.cursor - (table.cursor % table.cols));
    if (event.key === "End" && onBoard) return jump(table.cursor - (table.cursor % table.cols) + table.cols - 1);
    if (event.key !== "Enter" || !idle) return false;
    if (table.chosen && onBoard) deeds.tapSquare(table.cursor, false);
    else deeds.play();
    return true;
  }

  /** @param {string} key */
  function arrow(key) {
    const along = key === "ArrowRight" || key === "ArrowLeft";
    const mirrored = /** @type {HTMLElement} */ (room.querySelector(".board")).dir === "rtl";
    const forward = along ? (key === "ArrowRight") !== mirrored : key === "ArrowDown";
    const next = table.next(table.cursor, forward ? 1 : -1, along);
    return jump(next < 0 ? table.cursor : next);
  }

  /** @param {number} square */
  function jump(square) {
    table.cursor = square;
    typed = "";
    painter.paint();
    painter.cells[square].focus({ preventScroll: true });
    return true;
  }

  function turn() {
    table.way = table.way === "across" ? "down" : "across";
    announce(text(table.way));
    painter.paint();
    return true;
  }

  /** @param {boolean} here take the tile under the cursor, not the one before it */
  function takeBack(here) {
    typed = "";
    let square = table.cursor;
    while (!here && square >= 0 && !table.on(square)) square = table.next(square, -1);
    const tile = table.on(square) ?? table.on(table.cursor);
    if (!tile) return false;
    table.cursor = tile.at;
    table.recall(tile);
    deeds.changed();
    stay();
    return true;
  }

  /** @param {KeyboardEvent} event */
  function onLetter(event) {
    if ([...event.key].length !== 1 || !/\p{L}/u.test(event.key)) return false;
    const letter = FINALS[/** @type {keyof typeof FINALS} */ (event.key)] ?? event.key;
    const now = performance.now();
    if (now - typedAt > SEQUENCE) typed = "";
    typedAt = now;
    if (!join(letter)) begin(letter);
    return true;
  }

  /** Make the running sequence one letter longer, if a tile carries all of it.
   * @param {string} letter */
  function join(letter) {
    if (!typed) return false;
    const longer = typed + upper(letter);
    const tile = table.held.find((held) => held.at < 0 && bare(held.face) === longer);
    if (!tile) return false;
    const before = laidBySequence >= 0 ? table.on(laidBySequence) : undefined;
    if (before) {
      table.recall(before);
      table.cursor = laidBySequence;
    }
    typed = longer;
    put(tile, "");
    return true;
  }

  /** @param {string} letter */
  function begin(letter) {
    typed = upper(letter);
    const plain = typed.normalize("NFD").replace(/\p{M}/gu, "");
    const racked = table.held.filter((held) => held.at < 0);
    const faces = (room.dataset.faces || "").split(" ");
    const blank = racked.find((held) => held.blank);
    const as = [typed, plain].find((want) => faces.includes(want));
    const tile = racked.find((held) => held.face === typed) ?? racked.find((held) => held.face === plain);
    if (tile) return put(tile, "");
    const starts = racked.some((held) => [...bare(held.face)].length > 1 && bare(held.face).startsWith(typed));
    if (starts) laidBySequence = -1;
    else if (blank && as) put(blank, as);
    else message(text("missing", { face: typed }), "warning");
    return undefined;
  }

  /** Lay a tile at the cursor, or at the next free square on the way, and go on.
   * @param {import("./table.js").Held} tile @param {string} as */
  function put(tile, as) {
    let square = table.cursor;
    while (square >= 0 && !table.free(square)) square = table.next(square, 1);
    if (square < 0) return;
    table.lay(tile, square, as);
    laidBySequence = square;
    let next = table.next(square, 1);
    while (next >= 0 && table.filled.has(next)) next = table.next(next, 1);
    if (next >= 0) table.cursor = next;
    announce(text("placed", { face: as || tile.face, square: table.names[square] }));
    deeds.changed();
    stay();
  }

  /** Let the focus follow the cursor, unless it is somewhere else altogether. */
  function stay() {
    const active = document.activeElement;
    if (active !== document.body && !active?.closest("[role=grid], [role=option]")) return;
    painter.cells[table.cursor].focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event @param {HTMLElement} target */
  function onOption(event, target) {
    const option = /** @type {HTMLElement | null} */ (target.closest(".rack[role=listbox] [role=option]"));
    const tile = option && table.find(Number(option.dataset.id));
    if (!tile) return false;
    const mirrored = painter.rack?.dir === "rtl";
    const sense = { ArrowLeft: mirrored ? 1 : -1, ArrowRight: mirrored ? -1 : 1 }[event.key];
    if (sense && event.shiftKey) return carry(tile, table.slots.indexOf(tile) + sense);
    if (sense) return focusOption(table.slots.indexOf(tile), sense);
    if (event.key !== "Enter" && event.key !== " ") return false;
    table.chosen = table.chosen === tile.id ? 0 : tile.id;
    if (table.chosen) announce(text("chosen", { face: tile.face }));
    painter.paint();
    return true;
  }

  /** @param {import("./table.js").Held} tile @param {number} place */
  function carry(tile, place) {
    table.shift(tile, place);
    const now = table.slots.indexOf(tile);
    painter.rackFocus = now;
    deeds.changed();
    /** @type {HTMLElement} */ (painter.rack?.children[now]).focus();
    announce(text("moved", { face: tile.face, n: now + 1 }));
    return true;
  }

  /** @param {number} from @param {number} sense */
  function focusOption(from, sense) {
    for (let place = from + sense; place >= 0 && place < table.slots.length; place += sense) {
      const element = /** @type {HTMLElement} */ (painter.rack?.children[place]);
      if (element.getAttribute("role") !== "option") continue;
      painter.rackFocus = place;
      painter.paint();
      element.focus();
      break;
    }
    return true;
  }
}

/** @param {string} letter */
function upper(letter) {
  const lang = document.documentElement.lang;
  return letter === "ß" ? letter : letter.toLocaleUpperCase(lang).normalize("NFC");
}

/** A face as it is typed: without marks between its letters.
 * @param {string} face */
function bare(face) { return face.replace(/[^\p{L}]/gu, "").toUpperCase(); }
