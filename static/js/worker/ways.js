// Which requests the service worker looks after, and how. All others it never touches.

const HASHED = /^\/static\/.+\.[0-9a-f]{12}\.\w+$/;

/** "page": from the network, or the page without a line. "file": its name changes with its content,
 * so it may be kept. "newest": one of the files of the page without a line whose name stays.
 * @param {{ method: string, mode: string, url: string, destination?: string }} request
 * @param {string} origin this site's @param {string[]} files those of the page without a line
 * @returns {"page" | "file" | "newest" | ""} */
export function wayOf(request, origin, files) {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== origin) return "";
  if (request.mode === "navigate") return "page";
  if (HASHED.test(url.pathname)) return "file";
  return files.includes(url.pathname) ? "newest" : "";
}

/** Whether an answer is whole and this site's own.
 * @param {{ status: number, type: string }} answer */
export function keeps(answer) { return answer.status === 200 && answer.type === "basic"; }
