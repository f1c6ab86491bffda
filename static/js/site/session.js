// Notices that this page belongs to a session that has ended: a log-in changes the CSRF token, and
// the one in the page's HTML would be refused.

const tokenNow = () => /csrftoken=(\w+)/.exec(document.cookie)?.[1];
const tokenAtStart = tokenNow();

/** Return whether another tab has logged in since this page was loaded. */
export function isOutdated() { return tokenNow() !== tokenAtStart; }

/** Load the page again and keep what was typed, see typed_fields.js. */
export function reload() { document.dispatchEvent(new CustomEvent("outdated")); }
