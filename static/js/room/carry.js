// One request carried by htmx, with what became of it. Each has an element of its own in the room, so
// that none waits for another; the parts of the answer are placed as always, see parts.js.

const OUT_OF_REACH = [0, 502, 503, 504]; // answers that are none: nobody was there

/** @param {HTMLElement} room
 * @param {{ verb: "GET" | "POST", url: string, wanted: string, values?: Record<string, string> }} request
 * `wanted`: which parts of the answer to place
 * @returns {Promise<number>} the answer's status, 0 when there was none */
export async function carry(room, { verb, url, wanted, values }) {
  const source = Object.assign(document.createElement("i"), { hidden: true });
  room.append(source);
  const status = await new Promise((resolve) => {
    source.addEventListener("htmx:afterRequest", (event) => resolve(event.detail.xhr.status), { once: true });
    htmx.ajax(verb, url, { source, target: source, swap: "none", selectOOB: wanted, values })
      .catch(() => resolve(0));
  });
  source.remove();
  return OUT_OF_REACH.includes(status) ? 0 : status;
}
