// The visitor's own time zone: for days off, and for deadlines.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

for (const field of document.querySelectorAll("[data-zone]")) {
  if (zone) /** @type {HTMLInputElement} */ (field).value = zone;
}
for (const shown of document.querySelectorAll("[data-zone-name]")) {
  if (zone) shown.textContent = zone;
}
