// Mixes the seed of a bag and shuffles by it, in WebCrypto, exactly as
// games/rules/equipment/fair_shuffle.py does. Knows neither page nor game; replay.js uses it.

const SECRET_ONLY = 1; // scheme of games from before pages contributed

/** @param {string} hex */
export const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
/** @param {ArrayBuffer | Uint8Array} bytes */
export const hexOf = (bytes) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Return the SHA-256 of a secret; both are hexadecimal text.
 * @param {string} secret */
export async function hashSecret(secret) {
  return hexOf(await crypto.subtle.digest("SHA-256", bytesOf(secret)));
}

/** Return the seed of a game: HMAC-SHA256 over all contributions, each preceded by its length in
 * two bytes. Without the lengths, different contributions could give the same seed.
 * @param {number} scheme @param {string} secret @param {string[]} contributions */
export async function makeSeed(scheme, secret, contributions) {
  if (scheme === SECRET_ONLY) return bytesOf(secret);
  const message = contributions.flatMap((hex) => {
    const bytes = [...bytesOf(hex)];
    return [bytes.length >> 8, bytes.length & 255, ...bytes];
  });
  const key = await hmacKey(bytesOf(secret));
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, Uint8Array.from(message)));
}

/** @param {Uint8Array} bytes */
function hmacKey(bytes) {
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

export class Shuffler {
  /** @param {CryptoKey} key */
  constructor(key) { this.key = key; }

  /** @param {Uint8Array} seed */
  static async of(seed) { return new Shuffler(await hmacKey(seed)); }

  /** Return shuffle number `counter` of the tiles. Their given order does not matter.
   * @param {string[]} tiles @param {number} counter */
  shuffle(tiles, counter) { return this.#permute([...tiles].sort(inOrder), counter); }

  /** Choose one of the seats, each equally likely.
   * @param {number[]} seats @param {number} counter */
  async choose(seats, counter) {
    return (await this.#permute([...seats].sort((a, b) => a - b), counter))[0];
  }

  /** Shuffle by Fisher-Yates, from the last place down.
   * @template T @param {T[]} order @param {number} counter */
  async #permute(order, counter) {
    const numbers = this.#numbers(counter);
    for (let place = order.length - 1; place > 0; place -= 1) {
      const other = await drawBelow(place + 1, numbers);
      [order[place], order[other]] = [order[other], order[place]];
    }
    return order;
  }

  /** Yield HMAC-SHA256(seed, counter || block) as numbers: eight of 32 bits per block.
   * @param {number} counter */
  async *#numbers(counter) {
    for (let block = 0; ; block += 1) {
      const text = new DataView(new ArrayBuffer(16));
      text.setBigUint64(0, BigInt(counter));
      text.setBigUint64(8, BigInt(block));
      const found = new DataView(await crypto.subtle.sign("HMAC", this.key, text));
      for (let at = 0; at < 32; at += 4) yield found.getUint32(at);
    }
  }
}

/** Return the next number below `limit`. Numbers from the incomplete last range are skipped,
 * because reducing them would make some results more likely.
 * @param {number} limit @param {AsyncGenerator<number, void>} numbers */
async function drawBelow(limit, numbers) {
  const fair = 2 ** 32 - (2 ** 32 % limit);
  for (;;) {
    const number = /** @type {number} */ ((await numbers.next()).value);
    if (number < fair) return number % limit;
  }
}

/** Compare faces by code point, blanks last.
 * @param {string} a @param {string} b */
export function inOrder(a, b) {
  if (a === b) return 0;
  if (a === "?" || b === "?") return a === "?" ? 1 : -1;
  const [left, right] = [[...a], [...b]].map((face) => face.map((one) => one.codePointAt(0) || 0));
  const at = left.findIndex((point, place) => point !== right[place]);
  if (at < 0) return -1; // the shorter comes first
  return at >= right.length ? 1 : left[at] - right[at];
}
