// Shows pushed events while no page is visible. A visible page notifies itself, as does the room's
// page while it is awake (../notifications/alerts.js).
import { findPage, parseMessage, isAnyVisible, isAwake } from "./windows.js";

const PATIENCE = 1000; // ms

/** @param {any} worker its global scope */
export function listenForPushEvents(worker) {
  const origin = worker.location.origin;
  const windows = () => worker.clients.matchAll({ type: "window", includeUncontrolled: true });

  /** @param {string} data */
  async function show(data) {
    const message = parseMessage(data, origin);
    const pages = await windows();
    if (!message || isAnyVisible(pages) || await isAwake(findPage(pages, message.url), PATIENCE)) return;
    const { title, body, tag, url } = message;
    await worker.registration.showNotification(title, {
      body, tag, icon: SHELL.icon, badge: SHELL.icon, renotify: true, data: { url },
    });
  }

  /** @param {string} url */
  async function open(url) {
    const page = findPage(await windows(), url);
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
