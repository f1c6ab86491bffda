// What django-allauth's script reports when a browser gives no passkey, said where one pressed.
document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  const trouble = /** @type {HTMLElement | null} */ (document.querySelector("[data-passkey-trouble]"));
  if (trouble) trouble.hidden = false;
});
