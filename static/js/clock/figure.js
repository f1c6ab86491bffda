// One figure and what follows from it: what a seat has left, how that is written, how urgent it is.

/** As the server tells it: milliseconds left by seat at the instant `since`, from which on the time
 * of the `running` seat goes by; how much may be overrun; whether it is the time for one turn; why
 * the clocks stand while somebody is to move; who wants them to; who is `asked` to accept or challenge
 * the last play, `until` an instant (`left` is `null` where nothing else runs).
 * @typedef {{
 *   left: (number | null)[], running: number | null, since: number, overtime: number, turns: boolean,
 *   stands: "" | "paused" | "waiting", wishes: number[], asked: number[], until: number,
 * }} Clock */

const TENTH = 100; // ms
const MINUTE = 60000;
const LOW = 30000; // ms
const URGENT = 10000; // ms; from here on tenths are shown

/** The seats whose time goes by.
 * @param {Clock} clock @returns {number[]} */
export function goingBy({ running, asked }) { return running === null ? asked : [running]; }

/** What a seat has left, `null` where that is not counted.
 * @param {Clock} clock @param {number} seat @param {number} now by the server's clock */
export function leftAt(clock, seat, now) {
  if (clock.asked.includes(seat)) return Math.max(0, clock.until - now);
  const spent = seat === clock.running ? Math.max(0, now - clock.since) : 0;
  const left = clock.left[seat];
  return left === null ? null : Math.max(left - spent, -clock.overtime);
}

/** "1:02:03", "2:03", "0:09.4", in overtime "−0:35".
 * @param {number} left in milliseconds */
export function write(left) {
  if (left >= 0 && left < URGENT) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(Math.abs(left) / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const whole = hours ? `${hours}:${two(minutes)}` : String(minutes);
  return `${left < 0 ? "−" : ""}${whole}:${two(seconds % 60)}`;
}

/** How long that stays as it is, until 1 ms after the next whole tenth of a second: figures change
 * at none but these.
 * @param {number} left in milliseconds */
export function holdsFor(left) { return Math.ceil(((left % TENTH) + TENTH) % TENTH) + 1; }

/** The points that overtime costs: ten for every minute begun.
 * @param {number} left in milliseconds */
export function cost(left) { return left < 0 ? 10 * Math.ceil(-left / MINUTE) : 0; }

/** @param {number} left in milliseconds @returns {"" | "low" | "urgent" | "over"} */
export function urgency(left) {
  if (left < 0) return "over";
  if (left <= URGENT) return "urgent";
  return left <= LOW ? "low" : "";
}
