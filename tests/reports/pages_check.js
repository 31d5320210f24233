/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a reader meets in each page of a report, tried in a frame at the width of a phone and of a screen:
 * overflow, images, contrast, headings, tables and their order, the skip link and focus.  One line a fault; then
 * "done N, M columns ordered, K choices". */
const widths = [390, 1280], faults = [];
let tried = 0, ordered = 0, chosen = 0;
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
/* What a reader takes a cell for, from its words alone: [is nothing, place among its like, number or words]. */
const places = ["error", "inconclusive", "underspecified", "refuted", "qualified", "preliminary", "confirmed", "finding", "not run", "failed", "not seen to break", "undecided", "nothing checked",
    "seen to break", "held"];
const digits = text => text.replace(/\d+/g, d => d.padStart(12, "0"));
/* The number that a cell begins with behind its code, "at most" and the like; of words none. */
function number(cell) {
    const code = cell.querySelector("code")?.textContent ?? "";
    const text = cell.textContent.replace(code, "").replace("at most", "").replace("at least", "").replace("in [", "").replace("0 ± ", "").trim();
    const groups = /^-?\d{1,3}(\s\d{3})+(?!\d)/.exec(text);
    return /^[-+]?\d/.test(text) ? parseFloat(groups ? groups[0].replace(/\s/g, "") : text) : NaN;
}
function meaning(cell) {
    const word = cell.querySelector("strong")?.textContent, margin = /margin ([-+.e\d]+)/.exec(cell.textContent);
    return word ? [places.indexOf(word), margin ? Number(margin[1]) : 0] : [digits(cell.textContent.trim())];
}
function inOrder(a, b, sign) {
    if (a.textContent === "–" || b.textContent === "–") return b.textContent === "–";
    const x = number(a), y = number(b);
    if (!a.querySelector("strong") && !(isNaN(x) && isNaN(y))) return isNaN(y) || sign * (x - y) <= 0;
    const p = meaning(a), q = meaning(b), k = p.findIndex((value, i) => value !== q[i]);
    if (k < 0) return true;
    return sign * (typeof p[k] === "string" ? p[k].localeCompare(q[k], "en") : p[k] - q[k]) <= 0;
}
function order(table, fault) {
    const heads = [...table.tHead.rows[0].cells], body = table.tBodies[0], written = [...body.rows];
    if (!table.caption.textContent.endsWith("orders the rows.")) fault("does not say that it can be ordered");
    heads.forEach((head, column) => {
        const button = head.querySelector("button"), name = head.textContent;
        if (!button) return fault(`no button in ${name}`);
        if (![...head.childNodes].some(part => part !== button && part.textContent.trim())) fault(`${name}: its words would not be repeated on paper`);
        button.focus();
        if (button.tabIndex !== 0 || table.ownerDocument.activeElement !== button || button.type !== "button") fault(`no key reaches ${name}`);
        if (head.hasAttribute("aria-sort")) fault(`${name} says it is ordered before it is`);
        for (const sign of [1, -1]) {
            button.click();
            const rows = [...body.rows], said = heads.filter(h => h.hasAttribute("aria-sort"));
            if (said.length !== 1 || said[0] !== head || head.getAttribute("aria-sort") !== (sign > 0 ? "ascending" : "descending"))
                fault(`${name} does not say how it is ordered`);
            if (rows.length !== written.length || written.some(row => row.parentNode !== body)) fault(`${name} loses rows`);
            for (let i = 1; i < rows.length; i++)
                if (!inOrder(rows[i - 1].cells[column], rows[i].cells[column], sign)) {
                    fault(`${name}: ${rows[i - 1].cells[column].textContent} before ${rows[i].cells[column].textContent}`);
                    break;
                }
        }
        ordered++;
        button.blur();
    });
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
        if (img.naturalWidth && img.clientWidth < 286) fault(`letters too small: ${img.src}`);
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
    for (const table of width < 640 ? doc.querySelectorAll(".index table.sortable") : []) {
        const region = table.closest(".scroll"), cell = table.tBodies[0].rows[0].cells[1];
        if (region.scrollWidth > region.clientWidth) fault("a table of claims is wider than a phone");
        if (cell.dataset.head !== "Verdict" || parseFloat(view.getComputedStyle(cell).paddingLeft) < 100) fault("a cell lies on the words of its column");
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
    for (const table of doc.querySelectorAll("table.sortable")) order(table, text => fault(`${table.caption.textContent}: ${text}`));
    if (page === "index.html") choose(frame, fault);
    const dark = view.matchMedia("(prefers-color-scheme: dark)").matches, back = light(ground(doc.body, view));
    if (dark ? back > 0.1 : back < 0.9) fault(`ground does not follow the preference for ${dark ? "dark" : "light"}`);
}
/* The rows that a paper, a verdict and words choose, against the same chosen here from the cells. */
function choose(frame, fault) {
    const doc = frame.contentDocument, tables = [...doc.querySelectorAll(".index table.sortable")];
    const rows = tables.flatMap(table => [...table.tBodies[0].rows]), bars = doc.querySelectorAll(".filter"), bar = bars[0];
    if (bars.length !== 1 || bar !== tables[0].closest(".scroll").previousElementSibling) return fault("has not one filter before its tables");
    const [papers, verdicts] = bar.querySelectorAll("select"), words = bar.querySelector("input"), said = bar.querySelector("output");
    const cells = row => [...row.cells].map(cell => cell.textContent.trim());
    for (const label of bar.querySelectorAll("label")) if (!label.control || !label.textContent.trim()) fault("a control without words");
    const set = (element, value) => { element.value = value; element.dispatchEvent(new Event("input")); };
    const check = (what, wanted, query) => {
        const shown = rows.filter(row => row.getClientRects().length);
        if (shown.length !== wanted.length || shown.some((row, i) => row !== wanted[i])) fault(`${what}: ${shown.length} rows, not ${wanted.length}`);
        if (wanted.length ? said.textContent !== `${wanted.length} of ${rows.length} shown` : !said.textContent.startsWith("Nothing found")) fault(`${what}: says ${said.textContent}`);
        if (frame.contentWindow.location.search !== query) fault(`${what}: the address has ${frame.contentWindow.location.search}`);
        chosen++;
    };
    for (const option of papers.options) {
        set(papers, option.value);
        check(option.value, rows.filter(row => option.value === "all" || cells(row)[4].startsWith(`${option.value},`)), option.value === "all" ? "" : `?paper=${option.value}`);
    }
    set(papers, "all");
    for (const option of verdicts.options) {
        set(verdicts, option.value);
        check(option.value, rows.filter(row => option.value === "all" || cells(row)[1] === option.value), option.value === "all" ? "" : `?verdict=${option.value.replace(" ", "+")}`);
    }
    set(verdicts, "all");
    set(words, "SAMPLES gbw");
    check("words", rows.filter(row => row.textContent.includes("samples") && row.textContent.toLowerCase().includes("gbw")), "?words=SAMPLES+gbw");
    set(words, "angular velocity no such words");
    check("no words", [], "?words=angular+velocity+no+such+words");
    const heading = doc.getElementById(`claim-${cells(rows[0])[0]}`);
    const first = heading.nextElementSibling.textContent.trim().toLowerCase();
    set(words, first.slice(0, 40));
    if (rows[0].hidden) fault("the statement is not searched");
    set(words, "");
    check("all", rows, "");
}
/* A choice that stands in the address is taken from there. */
async function taken(page) {
    const frame = document.createElement("iframe");
    frame.style.cssText = "width:1280px;height:900px;border:0";
    document.body.append(frame);
    await new Promise(done => { frame.onload = done; frame.src = `${page}?paper=GBW&verdict=qualified&words=energy`; });
    const doc = frame.contentDocument;
    const values = [...doc.querySelectorAll(".filter select, .filter input")].map(element => element.value).join();
    const rows = [...doc.querySelectorAll(".index table.sortable tbody tr")].filter(row => !row.hidden);
    if (values !== "GBW,qualified,energy") faults.push(`${page}: takes ${values} from its address`);
    if (!rows.length || rows.some(row => !row.cells[4].textContent.startsWith("GBW,"))) faults.push(`${page}: shows other rows than its address asks for`);
    frame.remove();
}
/* Where no script runs the tables stand as written, without buttons. */
async function still(page) {
    const frame = document.createElement("iframe");
    frame.sandbox = "allow-same-origin";
    document.body.append(frame);
    await new Promise(done => { frame.onload = done; frame.src = page; });
    const doc = frame.contentDocument, tables = doc.querySelectorAll("table.sortable");
    if (!tables.length) faults.push(`${page}: no table to be ordered`);
    for (const table of tables)
        if (doc.querySelector(".filter") || table.querySelector("button") || !table.tBodies[0].rows.length) faults.push(`${page}: ${table.caption.textContent}: not plain without a script`);
    frame.remove();
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
    await taken(pages[0]);
    for (const page of pages.slice(0, 3)) if (page !== "errata.html") await still(page);
    document.body.innerHTML = "<pre id=faults></pre>";
    document.getElementById("faults").textContent = faults.concat(`done ${tried}, ${ordered} columns ordered, ${chosen} choices`).join("\n");
}
