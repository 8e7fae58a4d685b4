/** One field, quoted or not, up to the next comma or the end of the line. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;

/**
 * Splits one line of CSV (RFC 4180) into fields. A quoted field may hold commas and doubled quotes
 * but no line break, so that one stray quote can never swallow the rows after it.
 *
 * @returns the fields without their quotes; null when the quotes do not add up
 */
export function splitCsvFields(line: string): string[] | null {
  if (!line.includes('"')) return line.split(",");
  const fields: string[] = [];
  FIELD.lastIndex = 0;
  for (;;) {
    const match = FIELD.exec(line);
    if (match === null) return null;
    fields.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
    if (match[3] === "") return fields;
  }
}
