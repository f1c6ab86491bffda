// Every page: colours, dialogs, copied links, deeds of forms. A classic script in the head,
// because the chosen colours must be known before anything is painted.
(() => {
  const root = document.documentElement;
  const prefs = { theme: "system", scheme: "classic" };
  try {
    Object.assign(prefs, JSON.parse(localStorage.getItem("colours") || "{}"));
  } catch { /* private windows may refuse storage: the defaults stay */ }
  const apply = () => Object.assign(root.dataset, prefs);
  apply();

  /** @param {HTMLInputElement} input */
  function prefer(input) {
    Object.assign(prefs, { [input.name]: input.value });
    apply();
    try {
      localStorage.setItem("colours", JSON.stringify(prefs));
    } catch { /* chosen for this page only */ }
  }

  function showPrefs() {
    for (const input of document.querySelectorAll("#prefs input")) {
      const radio = /** @type {HTMLInputElement} */ (input);
      radio.checked = Object.entries(prefs).some(([k, v]) => k === radio.name && v === radio.value);
    }
  }

  /** @param {string} id */
  async function open(id) {
    /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog[open]"))?.close();
    const dialog = /** @type {HTMLDialogElement} */ (document.getElementById(id));
    if (id === "prefs") showPrefs();
    dialog.showModal();
    const empty = /** @type {HTMLElement | null} */ (dialog.querySelector("[data-load]:empty"));
    if (empty) empty.innerHTML = await (await fetch(empty.dataset.load || "")).text();
  }

  /** @param {HTMLElement} button */
  async function copy(button) {
    const label = button.querySelector("span") || button;
    const said = label.textContent;
    try {
      await navigator.clipboard.writeText(new URL(button.dataset.copy || "", location.href).href);
    } catch { // no clipboard without TLS: select the text, so that the player can copy it
      /** @type {HTMLInputElement} */ (button.previousElementSibling).select();
      document.execCommand("copy");
    }
    label.textContent = button.dataset.done || said;
    setTimeout(() => { label.textContent = said; }, 1600);
  }

  document.addEventListener("change", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.closest("#prefs")) prefer(input);
  });
  document.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const button = /** @type {HTMLElement | null} */ (target.closest("[data-open],[data-close],[data-copy]"));
    if (button?.dataset.open) open(button.dataset.open);
    else if (button?.dataset.copy) copy(button);
    else if (button) button.closest("dialog")?.close();
    if (target instanceof HTMLDialogElement && event.detail) target.close(); // the veil around it
  });
  // Where the browser offers to install the site, the buttons for it show.
  /** @type {any} */
  let offer = null;
  const showInstall = () => {
    for (const button of document.querySelectorAll("[data-install]")) {
      /** @type {HTMLElement} */ (button).hidden = !offer;
    }
  };
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event;
    showInstall();
  });
  window.addEventListener("appinstalled", () => {
    offer = null;
    showInstall();
  });
  document.addEventListener("DOMContentLoaded", showInstall);
  document.addEventListener("click", async ({ target }) => {
    if (!/** @type {HTMLElement} */ (target).closest("[data-install]") || !offer) return;
    offer.prompt();
    await offer.userChoice;
    offer = null;
    showInstall();
  });
  window.addEventListener("load", () => {
    const register = navigator.serviceWorker?.register("/sw.js", { updateViaCache: "none" });
    register?.catch(() => { /* without it the site is the same, but for what needs a worker */ });
  });
  navigator.serviceWorker?.addEventListener("message", ({ data, ports }) => {
    if (data === "awake?") ports[0]?.postMessage("");
  });
  // One form with several deeds: Enter does the one whose card the field is in.
  document.addEventListener("keydown", (event) => {
    const field = /** @type {HTMLElement} */ (event.target);
    if (event.key !== "Enter" || !field.matches("input")) return;
    const deed = /** @type {HTMLButtonElement | null} */ (field.closest("[data-deed]")?.querySelector("button.go") || null);
    if (!deed) return;
    event.preventDefault();
    deed.click();
  });
  // Somebody logged in in another tab: its answer brings new cookies, on a slow line late. Of a session
  // that was ended elsewhere none come.
  const token = () => /csrftoken=(\w+)/.exec(document.cookie)?.[1];
  const own = token();
  document.addEventListener("htmx:wsClose", (/** @type {any} */ event) => {
    if (event.detail.event.code !== 4401) return;
    const end = Date.now() + 5000;
    const looks = setInterval(() => {
      if (token() === own && Date.now() < end) return;
      clearInterval(looks);
      location.reload();
    }, 200);
  });
})();
