// What becomes of the lines on the page when the newest come in: numbers alone, no elements.

/** `since`: the lines are all there are from this number on, 0 for the beginning.
 * @typedef {{ since: number, lines: number[] }} Stretch */

/** The lines to show from now on. Those paged in before stay while nothing is missing in between.
 * @param {Stretch} shown @param {Stretch} news @param {boolean} anew whether nothing may stay
 * @returns {Stretch} */
export function join(shown, news, anew = false) {
  const newest = shown.lines.at(-1) ?? 0;
  const gap = news.since > newest + 1;
  if (anew || gap || shown.since >= news.since) return news;
  const kept = shown.lines.filter((number) => number < news.since);
  return { since: shown.since, lines: [...kept, ...news.lines] };
}

/** How many lines are newer than the last one read, one's own left out.
 * @param {{ number: number, mine: boolean }[]} lines @param {number} read */
export function countUnread(lines, read) {
  return lines.filter(({ number, mine }) => number > read && !mine).length;
}
