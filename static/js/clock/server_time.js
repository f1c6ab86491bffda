// Estimates the server's time from questions and answers over a connection of unknown speed.
//
// The server writes its time between the moment the question leaves and the moment the answer
// arrives. So its clock is ahead of ours by at least `server - came` and at most `server - sent`.
// The estimate is the middle of the range that all answers share. It is off by at most half the
// difference between the fastest way there and the fastest way back.

const KEPT = 24; // answers; older ones may predate a clock change

export class ServerTime {
  /** @type {{ least: number, most: number }[]} */
  #bounds = [];
  #ahead = 0;

  /** Add one answer. All times are ms since the epoch, `sent` and `came` by our own clock.
   * @param {number} sent @param {number} server @param {number} came */
  add(sent, server, came) {
    this.#bounds = [...this.#bounds, { least: server - came, most: server - sent }].slice(-KEPT);
    let least = Math.max(...this.#bounds.map((bound) => bound.least));
    let most = Math.min(...this.#bounds.map((bound) => bound.most));
    if (least > most) { // a clock changed or the machine slept: start again
      this.#bounds = this.#bounds.slice(-1);
      [{ least, most }] = this.#bounds;
    }
    this.#ahead = (least + most) / 2;
  }

  /** Return the server's time at this time of ours.
   * @param {number} ours */
  at(ours) { return ours + this.#ahead; }
}
