// Draws the tiles of a past position, in the same way as the server draws the newest (tile_class).

/** @param {HTMLElement} layer @param {Map<number, import("./table.js").BoardTile>} tiles by square
 * @param {{ last: number[], stolen: number[] } | null} marked
 * @param {{ cols: number, owned: boolean }} board its columns, and whether its tiles have owners */
export function drawTiles(layer, tiles, marked, { cols, owned }) {
  const drawn = [...tiles].map(([square, tile]) => {
    const element = document.createElement("b");
    const marks = ["tile", `r${Math.floor(square / cols)}`, `c${square % cols}`, tile.blank && "k"];
    marks.push(!!marked?.last.includes(square) && "l", !!marked?.stolen.includes(square) && "t");
    if (owned) marks.push(`o${tile.owner}`, tile.safe && "s");
    marks.push(["", "", "w"][[...tile.face].length] ?? "x");
    element.className = marks.filter(Boolean).join(" ");
    element.textContent = tile.face;
    const value = Object.assign(document.createElement("i"), { textContent: String(tile.value) });
    if (!tile.blank || owned) element.append(value);
    return element;
  });
  layer.replaceChildren(...drawn);
}
