// Merges the newest messages with those on the page. Works on numbers alone, without elements.

/** A run without gaps: `lines` are all messages from number `since` on, 0 for the beginning.
 * @typedef {{ since: number, lines: number[] }} MessageRange */

/** Return the messages to show. Older ones stay as long as nothing is missing in between.
 * @param {MessageRange} shown @param {MessageRange} news @param {boolean} anew whether nothing may stay
 * @returns {MessageRange} */
export function join(shown, news, anew = false) {
  const newest = shown.lines.at(-1) ?? 0;
  const gap = news.since > newest + 1;
  if (anew || gap || shown.since >= news.since) return news;
  const kept = shown.lines.filter((number) => number < news.since);
  return { since: shown.since, lines: [...kept, ...news.lines] };
}

/** Count the messages of others that are newer than the last one read.
 * @param {{ number: number, mine: boolean }[]} lines @param {number} read */
export function countUnread(lines, read) {
  return lines.filter(({ number, mine }) => number > read && !mine).length;
}
