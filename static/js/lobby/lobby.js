// The lobby's lists come by themselves, the same for all; what of them is shown the filter decides.
import { ChatLine } from "../chat/line.js";
import { place } from "../site/place.js";
import { applyFilter, fillFilter, listenFilter } from "./filter.js";

const stamp = () => document.getElementById("_lists")?.dataset.stamp || "0";

listenFilter();
let company = ""; // of those who are followed, as the page was told last

/** Who of those one follows is here has changed: the part that says so is fetched once. */
async function lookWhoIsHere() {
  const told = document.getElementById("_bell")?.dataset.company || "";
  const address = document.getElementById("_here")?.dataset.here;
  if (company && told !== company && address) place(await (await fetch(address)).text());
  company = told;
}

document.addEventListener("own", () => { applyFilter(); lookWhoIsHere(); });
new ChatLine("/ws/lobby/", stamp, (html) => {
  place(html);
  fillFilter();
  applyFilter();
}).listen();
