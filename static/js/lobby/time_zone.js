// Fills in the visitor's time zone, which the server needs for days off and deadlines.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

for (const field of document.querySelectorAll("[data-zone]")) {
  if (zone) /** @type {HTMLInputElement} */ (field).value = zone;
}
for (const shown of document.querySelectorAll("[data-zone-name]")) {
  if (zone) shown.textContent = zone;
}
