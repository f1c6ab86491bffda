"""Looks for labels that are cut off, on a page in any language."""

CUT = """() => {
    const found = [];
    const hides = ({ overflowX }) => overflowX === "hidden" || overflowX === "clip";
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const measure = (node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()].filter(({ width }) => width > 0);
    };
    // A label in a box that hides what is too wide, or beyond the edge of its button.
    const cuts = (box, rects) => {
        const style = getComputedStyle(box);
        if (["contents", "inline"].includes(style.display)) return false;
        const button = box.matches("button, .button, .pills label, .tab-bar a, .site-nav a");
        if (!button && !hides(style)) return false;
        const { left, right, bottom } = box.getBoundingClientRect();
        return rects.some((rect) => rect.left < left - 1 || rect.right > right + 1
            || (hides(style) && rect.bottom > bottom + 3));
    };
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        // People choose names and titles as long as they like: other tests look at them.
        const other = parent.closest("bdi, .title, .brand, svg, option, script, template, .board");
        if (other || !node.data.trim()) continue;
        if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const rects = measure(node);
        for (let box = parent; rects.length && box !== document.body; box = box.parentElement) {
            const style = getComputedStyle(box);
            if (style.clipPath !== "none" || /auto|scroll/.test(style.overflowX)) break;
            if (cuts(box, rects)) found.push(`${box.className || box.tagName}: ${node.data}`);
        }
    }
    const brush = document.createElement("canvas").getContext("2d");
    for (const field of document.querySelectorAll("input[placeholder]")) {
        if (!field.checkVisibility() || field.value) continue;
        const { font, paddingLeft, paddingRight } = getComputedStyle(field);
        brush.font = font;
        const space = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
        if (brush.measureText(field.placeholder).width > space + 1) found.push(field.placeholder);
    }
    return found.slice(0, 12);
}"""
"""Returns the labels that cannot be read in full."""
