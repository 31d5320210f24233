/* What a reader meets in each page of a report, tried in a frame at the width of a phone and of a screen:
 * overflow, images, contrast, headings, tables, the skip link and focus.  One line a fault; then "done N". */
const widths = [380, 1400], faults = [];
let tried = 0;
const colour = text => (text.match(/[\d.]+/g) || []).map(Number);
const linear = c => (c /= 255, c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
function contrast(a, b) { // WCAG 2.1, 1.4.3
    const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
    return (x + 0.05) / (y + 0.05);
}
function ground(element, view) {
    for (let e = element; e; e = e.parentElement) {
        const c = colour(view.getComputedStyle(e).backgroundColor);
        if (c.length === 3 || c[3] > 0) return c;
    }
    return [255, 255, 255];
}
function look(page, width, frame) {
    const doc = frame.contentDocument, view = frame.contentWindow, root = doc.documentElement;
    const fault = text => faults.push(`${page} at ${width}: ${text}`);
    tried++;
    if (!doc.querySelector("main")) return fault("has no main part");
    if (root.scrollWidth > root.clientWidth) fault(`overflows: ${root.scrollWidth} wide`);
    if (root.lang !== "en") fault("has no language");
    for (const img of doc.images) {
        if (!img.naturalWidth) fault(`image does not load: ${img.getAttribute("src")}`);
        if (!img.alt) fault("image without words");
        /* letters of 17 in a drawing 540 wide: at least 9 pixels */
        if (img.naturalWidth && !img.closest(".gallery") && img.clientWidth < 286) fault(`letters too small: ${img.src}`);
    }
    let level = 0;
    for (const h of doc.querySelectorAll("h1,h2,h3,h4,h5,h6")) {
        const now = Number(h.tagName[1]);
        if (now > level + 1) fault(`heading skips a level: ${h.textContent}`);
        level = now;
    }
    if (doc.querySelectorAll("h1").length !== 1) fault("needs one h1");
    for (const th of doc.querySelectorAll("th")) if (!th.scope) fault("table header without scope");
    for (const table of doc.querySelectorAll("table")) {
        if (!table.caption) fault("table without caption");
        const region = table.closest("[role=region][tabindex='0'][aria-label]");
        if (!region || view.getComputedStyle(region).overflowX !== "auto") fault("table that cannot be scrolled by keyboard");
    }
    const seen = new Set();
    for (const e of doc.body.querySelectorAll("*")) {
        const own = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
        if (!own || e.classList.contains("skip")) continue;
        const style = view.getComputedStyle(e), back = ground(e, view);
        const key = style.color + back;
        if (seen.has(key)) continue;
        seen.add(key);
        const ratio = contrast(colour(style.color), back);
        if (!(ratio >= 4.5)) fault(`contrast ${ratio.toFixed(2)}: ${style.color} on ${back} (${e.textContent.slice(0, 40)})`);
        if (parseFloat(style.fontSize) < 11) fault(`text of ${style.fontSize}`);
    }
    const skip = doc.querySelector("a");
    if (!skip || !doc.getElementById(skip.getAttribute("href").slice(1))) fault("first link does not skip to the content");
    else {
        if (skip.getBoundingClientRect().right > 0) fault("skip link in sight without focus");
        skip.focus();
        const box = skip.getBoundingClientRect();
        if (box.left < 0 || box.right <= 0) fault("skip link stays hidden when focused");
        if (view.getComputedStyle(skip).outlineStyle === "none") fault("focus cannot be seen");
        skip.blur();
    }
    const dark = view.matchMedia("(prefers-color-scheme: dark)").matches, back = light(ground(doc.body, view));
    if (dark ? back > 0.1 : back < 0.9) fault(`ground does not follow the preference for ${dark ? "dark" : "light"}`);
}
async function main(pages) {
    for (const page of pages)
        for (const width of widths) {
            const frame = document.createElement("iframe");
            frame.style.cssText = `width:${width}px;height:900px;border:0`;
            document.body.append(frame);
            await new Promise(done => { frame.onload = done; frame.src = page; });
            for (const img of frame.contentDocument.images) await img.decode().catch(() => 0);
            look(page, width, frame);
            frame.remove();
        }
    document.body.innerHTML = "<pre id=faults></pre>";
    document.getElementById("faults").textContent = faults.concat(`done ${tried}`).join("\n");
}
