/* Tables of class "sortable": the heads of their columns, and a button in each for who has no mouse, order the rows, upward
 * and on a second press downward.  The words stay beside the button: on paper a head is repeated without its buttons.
 * Without this script the tables stand as written.
 *
 * A cell goes by the numbers in its data-order, one after the other, else by its text with the numbers in it as
 * numbers; rows that are equal keep their places, a cell of class "none" is last either way.  Nothing is loaded, stored or sent. */
for (const table of document.querySelectorAll("table.sortable")) {
    const rows = table.tBodies[0], heads = [...table.tHead.rows[0].cells];
    const words = new Intl.Collator("en", { numeric: true });
    const key = cell => (cell.dataset.order ?? "").split(" ").filter(Boolean).map(Number);
    function compare(a, b, sign) {
        const empty = a.classList.contains("none") - b.classList.contains("none");
        if (empty) return empty;
        const [p, q] = [key(a), key(b)];
        if (!p.length || !q.length) return sign * words.compare(a.textContent.trim(), b.textContent.trim());
        const k = p.findIndex((number, i) => number !== q[i]);
        return k < 0 ? 0 : sign * (p[k] - q[k]);
    }
    heads.forEach((head, column) => {
        if (head.classList.contains("fixed")) return;
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
