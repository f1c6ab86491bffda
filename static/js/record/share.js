// Shares the shown position: copies its link or passes it to the device's share menu, and links to
// its images. All of them follow the steps.
import { all, one, text } from "../room/page.js";

/** @param {HTMLElement} main */
export function listenToShare(main) {
  const link = /** @type {HTMLInputElement} */ (one("#link"));
  const [copy, pass] = [one("#copy"), one("#share-button")];
  copy.hidden = !navigator.clipboard;
  pass.hidden = !navigator.share;
  const follow = () => {
    const step = main.dataset.step || "";
    link.value = link.value.replace(/\d+$/, step);
    for (const picture of /** @type {HTMLAnchorElement[]} */ (all("[data-picture]"))) {
      picture.href = picture.href.replace(/\d+(?=\.\w+$)/, step);
    }
    one("#copied").textContent = "";
  };
  main.addEventListener("record:step", follow);
  link.addEventListener("focus", () => link.select());
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(link.value);
      one("#copied").textContent = text("copied");
    } catch {
      link.select();
      one("#copied").textContent = text("notCopied");
    }
  });
  pass.addEventListener("click", async () => {
    try {
      await navigator.share({ title: document.title, url: link.value });
    } catch { /* cancelled by the visitor */ }
  });
}
