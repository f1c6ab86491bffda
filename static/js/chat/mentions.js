// Whether a message mentions a name, by the rule of games/chat/services/mentions.py.

/** @param {string} text @param {string} name */
export function isMentioned(text, name) {
  if (!name) return false;
  const escaped = name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "iu").test(text);
}
