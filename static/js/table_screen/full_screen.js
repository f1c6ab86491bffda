// The button that shows a page in full screen, where the browser can do so.
import { find } from "../room/page.js";

export function listenFullScreen() {
  const button = find("[data-full-screen]");
  if (!button) return;
  button.hidden = !document.fullscreenEnabled;
  button.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(() => {}); // refused by the browser
  });
}
