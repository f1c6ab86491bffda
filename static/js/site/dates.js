// Dates in the reader's time zone. The server writes them in UTC, in a <time> whose data-form is
// "moment" (date and time), "day" or "time" (the date is its title).

/** @typedef {{ language: string, zone?: string }} Reader */

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const FORMS = {
  moment: { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  day: { day: "numeric", month: "short", year: "numeric" },
  time: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
};
const WRITTEN = /\b(\d{1,2} [A-Z][a-z]{2} \d{4}|\d{4}-\d\d-\d\d), (\d\d:\d\d) UTC\b/g;

// The server writes the same form: scrabble_site/shared/short_dates.py.
/** Write an instant, or a calendar day such as "2026-05-03", which belongs to no zone.
 * @param {string} at in ISO 8601 @param {string} form @param {Reader} reader */
export function writeDate(at, form, { language, zone }) {
  const timeZone = at.includes("T") ? zone : "UTC";
  // The same digits as in the server's figures, also in Arabic.
  const locale = `${language === "en" ? "en-GB" : language}-u-nu-latn`;
  const written = new Intl.DateTimeFormat(locale, { ...FORMS[form], timeZone }).format(new Date(at));
  return written.replaceAll("\u202f", " "); // some browsers have this space in Russian
}

/** Rewrite the instants that the server has written into a sentence.
 * @param {string} sentence @param {Reader} [reader] */
export function withLocalDates(sentence, reader = getReader()) {
  return sentence.replace(WRITTEN, (written, day, time) => {
    const at = new Date(day.includes("-") ? `${day}T${time}Z` : `${day} ${time} UTC`);
    return Number.isNaN(at.getTime()) ? written : writeDate(at.toISOString(), "moment", reader);
  });
}

/** Write all dates in a part of the page.
 * @param {Document | Element} part */
export function showDates(part) {
  const own = part instanceof Element && part.matches("time[data-form]") ? [part] : [];
  for (const time of [...own, ...part.querySelectorAll("time[data-form]")]) {
    const { dateTime, dataset } = /** @type {HTMLTimeElement} */ (time);
    const text = writeDate(dateTime, dataset.form || "", getReader());
    if (time.textContent !== text) time.textContent = text;
    if (dataset.form === "time") /** @type {HTMLElement} */ (time).title = writeDate(dateTime, "moment", getReader());
  }
}

/** @returns {Reader} */
function getReader() { return { language: document.documentElement.lang }; }
