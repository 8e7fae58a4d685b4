/** First characters that make a spreadsheet treat a cell as a formula (OWASP, CSV injection). */
const FORMULA_START = /^[=+\-@\t\r]/;

/** Characters for which a cell has to be quoted. */
const SPECIAL = /[",\r\n]/;

/** Tells spreadsheets that a file is UTF-8. Without it they decode `Côte d'Ivoire` with the machine's code page. */
export const BYTE_ORDER_MARK = "\uFEFF";

/**
 * One line of a CSV file by RFC 4180: quoted where needed, ended by CRLF. Texts that a spreadsheet
 * would run as a formula get a leading apostrophe; numbers stay unchanged.
 *
 * @param cells null is an empty cell
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: string | number | null): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
