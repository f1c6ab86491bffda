// What follows from one clock update: the time a seat has left, its text and its urgency.

/** A clock as the server sends it. `left` is the time per seat in ms at the instant `since`; from
 * then on the clock of the `running` seat counts down. `overtime` is how far it may be overrun,
 * `turns` whether the time is for one turn. `stands` says why the clocks are stopped during a turn,
 * and `pause_requests` which seats want that. The `asked` seats have until `until` to accept or
 * challenge the last play; `left` is `null` where no other clock runs.
 * @typedef {{
 *   left: (number | null)[], running: number | null, since: number, overtime: number, turns: boolean,
 *   stands: "" | "paused" | "waiting", pause_requests: number[], asked: number[], until: number,
 * }} Clock */
const TENTH = 100; // ms
const MINUTE = 60000;
const LOW = 30000; // ms
const URGENT = 10000; // ms; tenths are shown below it

/** Return the seats whose clocks run.
 * @param {Clock} clock @returns {number[]} */
export function runningSeats({ running, asked }) { return running === null ? asked : [running]; }

/** Return what a seat has left in ms, `null` where that is not counted.
 * @param {Clock} clock @param {number} seat @param {number} now by the server's clock */
export function leftAt(clock, seat, now) {
  if (clock.asked.includes(seat)) return Math.max(0, clock.until - now);
  const spent = seat === clock.running ? Math.max(0, now - clock.since) : 0;
  const left = clock.left[seat];
  return left === null ? null : Math.max(left - spent, -clock.overtime);
}

/** Format a time: "1:02:03", "2:03", "0:09.4", in overtime "−0:35".
 * @param {number} left in milliseconds */
export function formatTime(left) {
  if (left >= 0 && left < URGENT) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(Math.abs(left) / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const whole = hours ? `${hours}:${two(minutes)}` : String(minutes);
  return `${left < 0 ? "−" : ""}${whole}:${two(seconds % 60)}`;
}

/** Return for how many ms this text stays correct: until 1 ms after the next full tenth of a
 * second, since the text changes only there.
 * @param {number} left in milliseconds */
export function validFor(left) { return Math.ceil(((left % TENTH) + TENTH) % TENTH) + 1; }

/** Return the points that overtime costs: ten for every minute begun.
 * @param {number} left in milliseconds */
export function overtimePenalty(left) { return left < 0 ? 10 * Math.ceil(-left / MINUTE) : 0; }

/** @param {number} left in milliseconds @returns {"" | "low" | "urgent" | "overtime"} */
export function urgency(left) {
  if (left < 0) return "overtime";
  if (left <= URGENT) return "urgent";
  return left <= LOW ? "low" : "";
}
