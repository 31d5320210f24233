/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Tables of class "sortable": the heads of their columns, and a button in each for who has no mouse, order the rows, upward
 * and on a second press downward.  The words stay beside the button: on paper a head is repeated without its buttons.
 * Without this script the tables stand as written.
 *
 * A cell that begins with a word that has an order goes by that, then by its margin; one that begins with a number, code
 * and "at most" aside, by its value; another by its text with the numbers in it as numbers, after those that begin with
 * one.  Rows that are equal keep their places; a dash is last either way.  Nothing is loaded, stored or sent. */
for (const table of document.querySelectorAll("table.sortable")) {
    const rows = table.tBodies[0], heads = [...table.tHead.rows[0].cells];
    const words = new Intl.Collator("en", { numeric: true });
    const margin = cell => Number(/margin ([-+.e\d]*\d)/.exec(cell.textContent)?.[1] ?? 0);
    const key = cell => [...cell.querySelectorAll("[data-order]")].flatMap(word => [Number(word.dataset.order), margin(cell)]);
    function value(cell) {
        const plain = [...cell.childNodes].filter(part => part.nodeName !== "CODE").map(part => part.textContent).join("");
        const found = /^(?:at most |at least |in \[|0 ± )?([-+]?\d+(\.\d+)?(e[-+]?\d+)?)/.exec(plain.trim().replace(/(\d)\s(?=\d{3}(?!\d))/g, "$1"));
        return found ? Number(found[1]) : NaN;
    }
    function compare(a, b, sign) {
        const empty = (a.textContent === "–") - (b.textContent === "–");
        if (empty) return empty;
        const [p, q] = [key(a), key(b)], [x, y] = [value(a), value(b)];
        if (p.length && q.length) {
            const k = p.findIndex((number, i) => number !== q[i]);
            return k < 0 ? 0 : sign * (p[k] - q[k]);
        }
        if (isNaN(x) !== isNaN(y)) return isNaN(x) - isNaN(y);
        return sign * (isNaN(x) ? words.compare(a.textContent.trim(), b.textContent.trim()) : x - y);
    }
    heads.forEach((head, column) => {
        const button = document.createElement("button");
        button.type = "button";
        button.setAttribute("aria-label", `order by ${head.textContent}`);
        head.append(button);
        head.addEventListener("click", () => {
            const sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
            for (const other of heads) other.removeAttribute("aria-sort");
            head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
            rows.append(...[...rows.rows].sort((a, b) => compare(a.cells[column], b.cells[column], sign)));
        });
    });
    table.caption.append(". A column’s head orders the rows.");
}

/* The tables of claims: their cells know the words of their columns, which a phone shows beside them, and before the first
 * table a paper, a verdict and words choose rows of all.  A row is shown where it has all three; how many are shown is said
 * aloud too.  The choice stands in the address, and is taken from there.  The statements of the claims, which stand below
 * the tables, are searched with the rows.  The controls are made here, so that without this script there are none. */
const claims = [...document.querySelectorAll(".index table.sortable")].filter(table => table.tHead.rows[0].cells.length > 4);
const listed = claims.flatMap(table => [...table.tBodies[0].rows].map(row => {
    const cells = {}, words = [row.textContent];
    for (const cell of row.cells) {
        const head = table.tHead.rows[0].cells[cell.cellIndex].firstChild.textContent.trim();
        if (cell.cellIndex) cell.dataset.head = head;
        cells[head] = cell.textContent.trim();
    }
    let part = document.getElementById(`claim-${cells.Claim}`);
    while ((part = part?.nextElementSibling) && !/^H[123]$/.test(part.tagName)) words.push(part.textContent);
    return { row, paper: cells.Where.split(",")[0], verdict: cells.Verdict, words: words.join(" ").toLowerCase() };
}));
if (listed.length > 1) {
    const bar = document.createElement("div"), said = document.createElement("output"), search = document.createElement("input");
    const given = new URLSearchParams(location.search), controls = {};
    bar.className = "filter";
    search.type = "search";
    function control(element, name) {
        const label = document.createElement("label");
        label.append(`${name[0].toUpperCase()}${name.slice(1)} `, element);
        bar.append(label, " ");
        element.addEventListener("input", () => (choose(), remember()));
        controls[name] = element;
    }
    for (const name of ["paper", "verdict"]) {
        const select = document.createElement("select");
        for (const option of ["all", ...[...new Set(listed.map(one => one[name]))].sort()]) select.add(new Option(option));
        control(select, name);
        if ([...select.options].some(option => option.value === given.get(name))) select.value = given.get(name);
    }
    control(search, "words");
    search.value = given.get("words") ?? "";
    function choose() {
        const wanted = name => controls[name].value, words = search.value.toLowerCase().split(/\s+/).filter(word => word);
        for (const one of listed)
            one.row.hidden = !["paper", "verdict"].every(name => wanted(name) === "all" || one[name] === wanted(name)) ||
                !words.every(word => one.words.includes(word));
        const shown = listed.filter(one => !one.row.hidden).length;
        said.textContent = shown ? `${shown} of ${listed.length} shown` : `Nothing found: no claim of ${listed.length} has all that is asked for.`;
    }
    function remember() {
        for (const [name, element] of Object.entries(controls))
            if (element.value && element.value !== "all") given.set(name, element.value);
            else given.delete(name);
        const query = given.toString();
        try {
            history.replaceState(null, "", (query ? `?${query}` : location.pathname) + location.hash);
        } catch { /* an address that may not change: the choice holds for this page */ }
    }
    choose();
    bar.append(said);
    claims[0].closest(".scroll").before(bar);
}
