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
