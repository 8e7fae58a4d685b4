/** Headers of a CSV file. Its name is made of parts, see {@link csvDisposition}. */
export const csvHeaders = (nameParts: readonly (string | undefined)[]) => ({
  "Content-Type": "text/csv; charset=utf-8",
  "Content-Disposition": csvDisposition(nameParts),
  "Cache-Control": "private, no-store",
});

/**
 * `Content-Disposition` of a CSV file (RFC 6266), with a name of its parts: `trips_2025-08-19_india.csv`. A name with
 * non-ASCII letters is added as `filename*` (RFC 8187).
 */
export function csvDisposition(parts: readonly (string | undefined)[]): string {
  const slugs = parts.map((part) => slug(part ?? "")).filter(Boolean);
  const name = `${slugs.join("_")}.csv`;
  const ascii = name.normalize("NFKD").replace(/[^\w.-]+/g, "");
  // `encodeURIComponent` suffices: slugs contain only letters, marks, digits and hyphens.
  const extendedName = name === ascii ? "" : `; filename*=UTF-8''${encodeURIComponent(name)}`;
  return `attachment; filename="${ascii}"${extendedName}`;
}

/** Lowercase letters and digits of any script; other characters become hyphens. At most 64. */
function slug(text: string): string {
  const words = text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-");
  return Array.from(words.replace(/^-+/, "")).slice(0, 64).join("").replace(/-+$/, "");
}
