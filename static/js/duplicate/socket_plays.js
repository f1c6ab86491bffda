// Sends plays over the page's socket, which is open anyway: in the last seconds of a turn they come
// by the thousand. The answer is a part of the page like any other; it names the play by its key.

const PATIENCE = 2000; // ms; a play that is not answered by then is sent by a request
const ANSWER = /^<i id="_answer" hidden data-key="([\w-]+)" data-status="(\d+)" data-wait="(\d+)">/;

/** The status is as of a request; `wait`: seconds after which it may be sent again.
 * @typedef {{ status: number, wait: string }} SocketAnswer */

export class SocketPlays {
  /** @type {Map<string, (answer: SocketAnswer | null) => void>} those that wait for an answer, by key */
  #waiting = new Map();

  /** @param {HTMLElement} room @param {(message: string) => boolean} send sends over the socket, and
   * returns whether it is open */
  constructor(room, send) {
    this.room = room;
    this.send = send;
  }

  listen() {
    this.room.addEventListener("htmx:wsAfterMessage", ({ detail }) => {
      const answer = ANSWER.exec(detail.message);
      if (answer) this.#settle(answer[1], { status: Number(answer[2]), wait: answer[3] });
    });
    this.room.addEventListener("htmx:wsClose", () => {
      for (const key of [...this.#waiting.keys()]) this.#settle(key, null);
    });
  }

  /** @param {Record<string, string>} play with its key
   * @returns {Promise<SocketAnswer | null>} null if the socket brings no answer */
  submit(play) {
    if (!this.send(`play ${JSON.stringify(play)}`)) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#waiting.set(play.key, resolve);
      setTimeout(() => this.#settle(play.key, null), PATIENCE);
    });
  }

  /** @param {string} key @param {SocketAnswer | null} answer */
  #settle(key, answer) {
    this.#waiting.get(key)?.(answer);
    this.#waiting.delete(key);
  }
}
