// When to come again where the server has said that it was too much: pure.

export const CROWDED = 4429; // closing code of a socket that is one too many
const LONGEST = 60; // s after which a command is not sent again by itself: its moment has passed

/** @param {string | null} header Retry-After, in seconds
 * @returns {number} ms until a command may be sent again by itself, 0 where it is not to be */
export function retryAfter(header) {
  const seconds = Number(header || 0);
  return seconds > 0 && seconds <= LONGEST ? seconds * 1000 : 0;
}

/** @param {number} lost times in a row that a socket was turned away
 * @param {number} [chance] from 0 to 1, so that not all come back at once
 * @returns {number} ms, ever more of them */
export function crowdedPause(lost, chance = Math.random()) {
  return Math.min(300_000, 5000 * 2 ** lost) * (0.5 + chance / 2);
}
