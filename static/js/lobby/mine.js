// One's own games: deadlines in the visitor's own time, and a page of them that follows what happens.
const WEEK = 6 * 24 * 3600 * 1000; // ms in which the day of the week is enough

/** A deadline as it is said where the visitor is.
 * @param {number} at @param {number} now both in ms since the epoch @param {string} language
 * @param {string} [zone] */
export function sayWhen(at, now, language, zone) {
  /** @type {Intl.DateTimeFormatOptions} */
  const day = at - now < WEEK ? { weekday: "long" } : { day: "numeric", month: "long" };
  const form = new Intl.DateTimeFormat(language, { ...day, hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone });
  return form.format(at);
}

function tellDeadlines() {
  for (const time of document.querySelectorAll("time[data-mine]")) {
    const { dateTime, dataset } = /** @type {HTMLTimeElement} */ (time);
    const when = sayWhen(Date.parse(dateTime), Date.now(), document.documentElement.lang);
    const said = "myTurn" in dataset ? dataset.mine : dataset.theirs;
    time.textContent = (said || "").replace("{when}", when);
  }
}

async function follow() {
  const shown = document.getElementById("my-games");
  if (shown) {
    const answer = await fetch(location.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const news = page.getElementById("my-games");
    if (answer.ok && news) shown.innerHTML = news.innerHTML;
  }
  tellDeadlines();
}

if (typeof document !== "undefined") {
  document.addEventListener("own", follow);
  tellDeadlines();
}
