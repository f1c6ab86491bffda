// Which requests the service worker handles, and how. It never touches any others.

const HASHED = /^\/static\/.+\.[0-9a-f]{12}\.\w+$/;

/** "page": from the network, or else the offline page. "file": its name changes with its content,
 * so the cache may keep it. "newest": a file of the offline page whose name stays.
 * @param {{ method: string, mode: string, url: string, destination?: string }} request
 * @param {string} origin this site's @param {string[]} files those of the offline page
 * @returns {"page" | "file" | "newest" | ""} */
export function sourceOf(request, origin, files) {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== origin) return "";
  if (request.mode === "navigate") return "page";
  if (HASHED.test(url.pathname)) return "file";
  return files.includes(url.pathname) ? "newest" : "";
}

/** Return whether an answer is complete and from this site.
 * @param {{ status: number, type: string }} answer */
export function isCacheable(answer) { return answer.status === 200 && answer.type === "basic"; }
