// What time it is at the server, from questions and answers over a line of whatever speed.
//
// An answer that says `server` was written between the moment the question left and the moment the
// answer came. So the server's clock is ahead of ours by at least `server - came` and at most by
// `server - sent`; the truth lies in what all answers have in common, and its middle is off by half
// the difference between the fastest way there and the fastest way back.

const KEPT = 24; // answers; older ones may be from before a clock was set

export class ServerTime {
  /** @type {{ least: number, most: number }[]} */
  #bounds = [];
  #ahead = 0;

  /** All in milliseconds since the epoch, the first and the last by our own clock.
   * @param {number} sent @param {number} server @param {number} came */
  add(sent, server, came) {
    this.#bounds = [...this.#bounds, { least: server - came, most: server - sent }].slice(-KEPT);
    let least = Math.max(...this.#bounds.map((bound) => bound.least));
    let most = Math.min(...this.#bounds.map((bound) => bound.most));
    if (least > most) { // a clock was set, or the machine slept: what was known holds no more
      this.#bounds = this.#bounds.slice(-1);
      [{ least, most }] = this.#bounds;
    }
    this.#ahead = (least + most) / 2;
  }

  /** The server's time when ours is this.
   * @param {number} ours */
  at(ours) { return ours + this.#ahead; }
}
