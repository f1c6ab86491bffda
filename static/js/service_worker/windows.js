// Which of the site's open pages a pushed event concerns.

/** @typedef {{ title: string, body: string, url: string, tag: string }} PushMessage */
/** @typedef {{ url: string, visibilityState?: string,
 *   focus?: () => Promise<unknown>, postMessage?: (data: string, ports: MessagePort[]) => void }} Page */

/** Parse a pushed event; null unless it is this site's. Makes its address absolute.
 * @param {string} data @param {string} origin this site's @returns {PushMessage | null} */
export function parseMessage(data, origin) {
  try {
    const message = JSON.parse(data);
    const url = new URL(message.url, origin);
    const whole = [message.title, message.body, message.url, message.tag].every((part) => typeof part === "string");
    return whole && url.origin === origin ? { ...message, url: url.href } : null;
  } catch {
    return null;
  }
}

/** Return whether a page of the site is visible: it has notified already.
 * @param {Page[]} pages */
export function isAnyVisible(pages) { return pages.some((page) => page.visibilityState === "visible"); }

/** Return whether a hidden page still works: then it reports what happens in its room. One that a phone
 * has put to sleep does not answer.
 * @param {Page | undefined} page @param {number} patience in ms */
export async function isAwake(page, patience) {
  if (!page?.postMessage) return false;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => {
    const end = setTimeout(() => resolve(false), patience);
    port1.onmessage = () => { clearTimeout(end); resolve(true); };
  });
  page.postMessage("awake?", [port2]);
  const awake = await answer;
  port1.close();
  return !!awake;
}

/** Return the open page with that address.
 * @param {Page[]} pages @param {string} url */
export function findPage(pages, url) {
  return pages.find((page) => pathOf(page.url) === pathOf(url));
}

/** @param {string} url */
function pathOf(url) { return new URL(url).pathname; }
