/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Tables of class "sortable": the heads of their columns, and a button in each for who has no mouse, order the rows, upward
 * and on a second press downward.  The words stay beside the button: on paper a head is repeated without its buttons.
 * Without this script the tables stand as written.
 *
 * A cell that begins with a word that has an order goes by that, then by its margin; another by its text with the numbers
 * in it as numbers.  Rows that are equal keep their places; a dash is last either way.  Nothing is loaded, stored or sent. */
for (const table of document.querySelectorAll("table.sortable")) {
    const rows = table.tBodies[0], heads = [...table.tHead.rows[0].cells];
    const words = new Intl.Collator("en", { numeric: true });
    const margin = cell => Number(/margin ([-+.e\d]*\d)/.exec(cell.textContent)?.[1] ?? 0);
    const key = cell => [...cell.querySelectorAll("[data-order]")].flatMap(word => [Number(word.dataset.order), margin(cell)]);
    function compare(a, b, sign) {
        const empty = (a.textContent === "–") - (b.textContent === "–");
        if (empty) return empty;
        const [p, q] = [key(a), key(b)];
        if (!p.length || !q.length) return sign * words.compare(a.textContent.trim(), b.textContent.trim());
        const k = p.findIndex((number, i) => number !== q[i]);
        return k < 0 ? 0 : sign * (p[k] - q[k]);
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

/* Before each such table that has verdicts: a paper, a verdict and words choose its rows.  A row is shown where it has all
 * three; how many are shown is said aloud too.  The controls are made here, so that without this script there are none. */
for (const table of document.querySelectorAll(".index table.sortable")) {
    const rows = [...table.tBodies[0].rows], names = [...table.tHead.rows[0].cells].map(head => head.firstChild.textContent.trim());
    const [verdict, where] = [names.indexOf("Verdict"), names.indexOf("Where")];
    if (verdict < 0 || where < 0 || rows.length < 2) continue;
    const text = row => row.textContent.toLowerCase(), paper = row => row.cells[where].textContent.split(",")[0].trim();
    const bar = document.createElement("div"), said = document.createElement("output");
    bar.className = "filter";
    function control(element, words) {
        const label = document.createElement("label");
        label.append(`${words} `, element);
        bar.append(label, " ");
        element.addEventListener("input", choose);
        return element;
    }
    function choice(words, values) {
        const select = document.createElement("select");
        for (const value of ["all", ...[...new Set(values)].sort()]) select.add(new Option(value));
        return control(select, words);
    }
    const papers = choice("Paper", rows.map(paper)), verdicts = choice("Verdict", rows.map(row => row.cells[verdict].textContent.trim()));
    const search = document.createElement("input");
    search.type = "search";
    control(search, "Words");
    function choose() {
        const words = search.value.toLowerCase().split(/\s+/).filter(word => word);
        let shown = 0;
        for (const row of rows) {
            row.hidden = (papers.value !== "all" && paper(row) !== papers.value) ||
                (verdicts.value !== "all" && row.cells[verdict].textContent.trim() !== verdicts.value) ||
                !words.every(word => `${text(row)} ${row.dataset.words ?? ""}`.includes(word));
            if (!row.hidden) shown++;
        }
        said.textContent = `${shown} of ${rows.length} shown`;
    }
    choose();
    bar.append(said);
    table.closest(".scroll").before(bar);
}
/* The statements of the claims, which stand below, are searched with the rows of the tables. */
for (const row of document.querySelectorAll(".index table.sortable tbody tr")) {
    let part = document.getElementById(`claim-${row.cells[0].textContent.trim()}`);
    const words = [];
    while ((part = part?.nextElementSibling) && !/^H[123]$/.test(part.tagName)) words.push(part.textContent);
    row.dataset.words = words.join(" ").toLowerCase();
}
