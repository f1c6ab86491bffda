// Texts with a number. The server sends a text's forms, each with a number that takes it
// ("1:{n} point|100:{n} points", see games/templatetags/plurals.py); the last is for all others.

/** Return the form of a text that a number takes. A text without forms is returned as it is. Pure.
 * @param {string} forms @param {number} number @param {string} [language] */
export function choosePlural(forms, number, language) {
  if (!/^\d+:/.test(forms)) return forms;
  const rules = new Intl.PluralRules(language || document.documentElement.lang);
  const offered = forms.split("|").map((form) => {
    const at = form.indexOf(":");
    return { category: rules.select(Number(form.slice(0, at))), words: form.slice(at + 1) };
  });
  const wanted = rules.select(number);
  return (offered.find(({ category }) => category === wanted) || offered[offered.length - 1]).words;
}
