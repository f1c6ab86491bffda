// When to retry after the server has said that requests come too fast. Pure functions.

export const CROWDED = 4429; // closing code: too many sockets
const LONGEST = 60; // s; later a command is not repeated: its moment has passed

/** @param {string | null} header Retry-After, in seconds
 * @returns {number} ms until a command is repeated automatically, 0 where it is not */
export function retryAfter(header) {
  const seconds = Number(header || 0);
  return seconds > 0 && seconds <= LONGEST ? seconds * 1000 : 0;
}

/** @param {number} lost how often in a row the socket was refused
 * @param {number} [chance] from 0 to 1, so that not all come back at once
 * @returns {number} ms, growing with `lost` */
export function crowdedPause(lost, chance = Math.random()) {
  return Math.min(300_000, 5000 * 2 ** lost) * (0.5 + chance / 2);
}
