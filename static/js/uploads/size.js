/**
 * Says at once that a file is too large to be sent, before it is.
 */

document.addEventListener("change", (event) => {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) || input.type !== "file") return;
  const [file] = input.files ?? [];
  const tooLarge = Boolean(file) && file.size > Number(input.dataset.most);
  input.setCustomValidity(tooLarge ? (input.dataset.said ?? "") : "");
  if (tooLarge) input.reportValidity();
});
