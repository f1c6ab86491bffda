// Every page: colours, dialogs, copied links, form buttons. A classic script in the head, because
// the chosen colours must be known before the first paint.
(() => {
  const root = document.documentElement;
  const colours = { theme: "system", scheme: "classic" };
  try {
    Object.assign(colours, JSON.parse(localStorage.getItem("colours") || "{}"));
  } catch { /* private windows may refuse storage: the defaults stay */ }
  const apply = () => Object.assign(root.dataset, colours);
  apply();

  /** @param {HTMLInputElement} input */
  function saveColours(input) {
    Object.assign(colours, { [input.name]: input.value });
    apply();
    try {
      localStorage.setItem("colours", JSON.stringify(colours));
    } catch { /* chosen for this page only */ }
  }

  function showColours() {
    for (const input of document.querySelectorAll("#colour-dialog input")) {
      const radio = /** @type {HTMLInputElement} */ (input);
      radio.checked = Object.entries(colours).some(([k, v]) => k === radio.name && v === radio.value);
    }
  }

  /** @param {string} id */
  async function open(id) {
    /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog[open]"))?.close();
    const dialog = /** @type {HTMLDialogElement} */ (document.getElementById(id));
    if (id === "colour-dialog") showColours();
    dialog.showModal();
    const empty = /** @type {HTMLElement | null} */ (dialog.querySelector("[data-load]:empty"));
    if (empty) load(empty);
  }

  /** Fill an element once; what fails is said, and tried again when its dialog is opened again.
   * @param {HTMLElement} empty */
  async function load(empty) {
    const request = new AbortController();
    setTimeout(() => request.abort(), 15000); // as in site/timed_fetch.js
    try {
      const answer = await fetch(empty.dataset.load || "", { signal: request.signal });
      if (answer.ok) empty.innerHTML = await answer.text();
      else showToast("failed");
    } catch {
      showToast("offline");
    }
  }

  // One sentence about something the user did; modules use site/toast.js.
  const SHOWN = 6000; // ms
  let shown = 0;
  /** @param {string | { reason: string }} said the name of a sentence, or the server's own words */
  function showToast(said) {
    const toast = document.getElementById("toast");
    if (!toast) return;
    clearTimeout(shown);
    (document.querySelector("dialog[open]") || document.body).append(toast); // above the rest
    toast.textContent = typeof said === "string" ? toast.dataset[said] || "" : said.reason;
    shown = window.setTimeout(() => { toast.textContent = ""; }, SHOWN);
  }
  document.addEventListener("toast", (/** @type {any} */ event) => showToast(event.detail));

  /** @param {HTMLElement} button */
  async function copy(button) {
    const label = button.querySelector("span") || button;
    const before = button.dataset.label ??= label.textContent || "";
    try {
      await navigator.clipboard.writeText(new URL(button.dataset.copy || "", location.href).href);
    } catch { // no clipboard without TLS: select the text, so that the player can copy it
      /** @type {HTMLInputElement} */ (button.previousElementSibling).select();
      document.execCommand("copy");
    }
    label.textContent = button.dataset.done || before;
    setTimeout(() => { label.textContent = before; }, 1600);
  }

  // Irreversible actions ask first: data-confirm has the question, data-confirm-text what follows, and
  // the button's own words are the answer.
  /** @type {HTMLElement | null} */
  let confirmed = null;
  /** @param {HTMLElement} button */
  function ask(button) {
    const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("confirm-dialog"));
    const [title, words, yes] = ["h2", "p", "[data-yes]"].map((part) => /** @type {HTMLElement} */ (dialog.querySelector(part)));
    title.textContent = button.dataset.confirm || "";
    words.textContent = button.dataset.confirmText || "";
    yes.textContent = (button.querySelector("span") || button).textContent;
    const asked = button.outerHTML; // its part of the page may be replaced meanwhile
    yes.onclick = () => {
      dialog.close();
      const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-confirm]")]);
      confirmed = button.isConnected ? button : all.find((one) => one.outerHTML === asked) || null;
      confirmed?.click();
    };
    dialog.showModal();
  }
  document.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("[data-confirm]"));
    const answered = button === confirmed;
    confirmed = null;
    if (!button || answered) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    ask(button);
  }, true);

  // The system's own way to send a link, where the browser has one.
  root.toggleAttribute("data-can-share", "share" in navigator);
  document.addEventListener("click", async ({ target }) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (target).closest("[data-share]"));
    if (!button) return;
    try {
      await navigator.share({ url: new URL(button.dataset.share || "", location.href).href });
    } catch { /* closed without sending */ }
  });

  document.addEventListener("change", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.closest("#colour-dialog")) saveColours(input);
  });
  document.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const button = /** @type {HTMLElement | null} */ (target.closest("[data-open],[data-close],[data-copy]"));
    if (button?.dataset.open) open(button.dataset.open);
    else if (button?.dataset.copy) copy(button);
    else if (button) button.closest("dialog")?.close();
    if (target instanceof HTMLDialogElement && event.detail) target.close(); // its backdrop
  });
  // Where the browser can install the site, show the buttons for it.
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
    register?.catch(() => { /* without it only push and the offline page are missing */ });
    navigator.serviceWorker?.ready.then(({ active }) => {
      if (!navigator.serviceWorker.controller) active?.postMessage("claim");
    });
  });
  navigator.serviceWorker?.addEventListener("message", ({ data, ports }) => {
    if (data === "awake?") ports[0]?.postMessage("");
  });
  // A press before the page's scripts have run would be lost: the last one is held, and repeated then.
  // The buttons that this file serves need no waiting, and others submit a form by themselves.
  const SERVED = "[data-open],[data-close],[data-copy],[data-share],[data-install],#confirm-dialog button";
  // Forms that only scripts send: outside a dialog, browsers do nothing with this method.
  const SCRIPTED = "form:not([action], [method]), form[method=dialog]:not(dialog *)";
  /** @type {(() => void) | null} */
  let held = null;
  /** @param {Event} event */
  function hold(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.type === "submit") {
      const form = /** @type {HTMLFormElement} */ (target);
      if (!form.matches(SCRIPTED)) return;
      const { submitter } = /** @type {SubmitEvent} */ (event);
      held = () => { if (form.isConnected) form.requestSubmit(submitter); };
    } else {
      const button = target.closest("button");
      if (!button || button.matches(SERVED) || (button.form && button.type !== "button")) return;
      held = () => { if (button.isConnected) button.click(); };
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  for (const type of ["click", "submit"]) document.addEventListener(type, hold, true);
  document.addEventListener("DOMContentLoaded", () => setTimeout(() => { // after the other listeners
    for (const type of ["click", "submit"]) document.removeEventListener(type, hold, true);
    held?.();
  }));
  // Where a page's script is missing, its forms would load the page anew with the text in the address.
  window.addEventListener("submit", (event) => {
    if (event.defaultPrevented || !/** @type {HTMLFormElement} */ (event.target).matches(SCRIPTED)) return;
    event.preventDefault();
    showToast("incomplete");
  });
  window.addEventListener("error", ({ target }) => {
    if (target instanceof HTMLScriptElement) whenParsed(() => showToast("incomplete"));
  }, true);
  /** @param {() => void} then */
  function whenParsed(then) {
    if (document.readyState !== "loading") then();
    else document.addEventListener("DOMContentLoaded", then);
  }
  // A page that must be loaded again; site/typed_fields.js keeps what was typed into it.
  const reload = () => document.dispatchEvent(new CustomEvent("outdated"));
  document.addEventListener("outdated", () => location.reload());

  // After a log-in in another tab, a page is loaded again when it comes into view, or when a socket
  // ends, once the answer to the log-in has brought the new cookies. A session ended elsewhere brings
  // none: then after five seconds.
  const token = () => /csrftoken=(\w+)/.exec(document.cookie)?.[1];
  const own = token();
  let ending = 0;
  function reloadIfOutdated() {
    if (own && token() !== own && document.visibilityState === "visible") reload();
  }
  function endSession() {
    if (ending) return;
    const end = Date.now() + 5000;
    ending = window.setInterval(() => {
      if (token() === own && Date.now() < end) return;
      clearInterval(ending);
      reload();
    }, 200);
  }
  document.addEventListener("visibilitychange", reloadIfOutdated);
  for (const type of ["pageshow", "focus"]) window.addEventListener(type, reloadIfOutdated);
  document.addEventListener("sessionended", endSession);
  document.addEventListener("htmx:wsClose", (/** @type {any} */ event) => {
    if (event.detail.event.code === 4401) endSession();
  });
})();
