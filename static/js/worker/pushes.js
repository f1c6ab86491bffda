// What is pushed while no page can be seen. A page that can tells by itself, and that of the room as
// long as it is awake (../told/rings.js).
import { finds, reads, sees, wakes } from "./windows.js";

const PATIENCE = 1000; // ms

/** @param {any} worker its global scope */
export function listenForPushes(worker) {
  const origin = worker.location.origin;
  const windows = () => worker.clients.matchAll({ type: "window", includeUncontrolled: true });

  /** @param {string} said */
  async function show(said) {
    const told = reads(said, origin);
    const pages = await windows();
    if (!told || sees(pages) || await wakes(finds(pages, told.url), PATIENCE)) return;
    const { title, body, tag, url } = told;
    await worker.registration.showNotification(title, {
      body, tag, icon: SHELL.icon, badge: SHELL.icon, renotify: true, data: { url },
    });
  }

  /** @param {string} url */
  async function open(url) {
    const page = finds(await windows(), url);
    if (page) await page.focus?.();
    else await worker.clients.openWindow(url);
  }

  worker.addEventListener("push", (/** @type {any} */ event) => {
    event.waitUntil(show(event.data?.text() || ""));
  });
  worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
    event.notification.close();
    const { url = "/" } = event.notification.data || {};
    event.waitUntil(open(new URL(url, origin).href));
  });
}
