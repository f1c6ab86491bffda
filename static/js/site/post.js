// A deed of a page that may have no htmx, told to the server as htmx would tell it.

/** @param {string | undefined} address @param {FormData | Record<string, string>} [fields] */
export function post(address, fields = {}) {
  const told = JSON.parse(document.body.getAttribute("hx-headers") || "{}");
  const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
  return fetch(address || "", { method: "POST", headers: { ...told, "HX-Request": "true" }, body });
}
