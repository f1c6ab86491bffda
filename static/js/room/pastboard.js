// The tiles of a past position, drawn as the server draws those of the newest (tile_class).

/** @param {HTMLElement} layer @param {import("./painter.js").Painter} painter
 * @param {{ last: number[], stolen: number[] } | null} marked */
export function drawPast(layer, { squares, table, room }, marked) {
  const tiles = [...(squares.past ?? [])].map(([square, tile]) => {
    const element = document.createElement("b");
    const marks = ["tile", `r${table.row(square)}`, `c${table.col(square)}`, tile.blank && "k"];
    marks.push(!!marked?.last.includes(square) && "l", !!marked?.stolen.includes(square) && "t");
    if (room.dataset.owned) marks.push(`o${tile.owner}`, tile.safe && "s");
    marks.push(["", "", "w"][[...tile.face].length] ?? "x");
    element.className = marks.filter(Boolean).join(" ");
    element.textContent = tile.face;
    const value = Object.assign(document.createElement("i"), { textContent: String(tile.value) });
    if (!tile.blank || room.dataset.owned) element.append(value);
    return element;
  });
  layer.replaceChildren(...tiles);
}
