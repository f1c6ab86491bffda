// Which of the site's open pages has to do with what is pushed.

/** @typedef {{ title: string, body: string, url: string, tag: string }} Told */
/** @typedef {{ url: string, visibilityState?: string,
 *   focus?: () => Promise<unknown>, postMessage?: (said: string, ports: MessagePort[]) => void }} Page */

/** What was pushed, as far as it is this site's; its address is whole.
 * @param {string} said @param {string} origin this site's @returns {Told | null} */
export function reads(said, origin) {
  try {
    const told = JSON.parse(said);
    const url = new URL(told.url, origin);
    const whole = [told.title, told.body, told.url, told.tag].every((part) => typeof part === "string");
    return whole && url.origin === origin ? { ...told, url: url.href } : null;
  } catch {
    return null;
  }
}

/** Whether somebody looks at the site: then its page has told already.
 * @param {Page[]} pages */
export function sees(pages) { return pages.some((page) => page.visibilityState === "visible"); }

/** Whether a page that is behind others still works: then it tells by itself what happens in its
 * room. One that a phone has put to sleep does not answer.
 * @param {Page | undefined} page @param {number} patience in ms */
export async function wakes(page, patience) {
  if (!page?.postMessage) return false;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((hear) => {
    const end = setTimeout(() => hear(false), patience);
    port1.onmessage = () => { clearTimeout(end); hear(true); };
  });
  page.postMessage("awake?", [port2]);
  const awake = await answer;
  port1.close();
  return !!awake;
}

/** The open page of that address.
 * @param {Page[]} pages @param {string} url */
export function finds(pages, url) {
  return pages.find((page) => pathOf(page.url) === pathOf(url));
}

/** @param {string} url */
function pathOf(url) { return new URL(url).pathname; }
