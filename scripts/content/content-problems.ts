import type { ContentFile } from "./content-files";

/**
 * Lists the problems of the content, one sentence each: file, entry, field, expected value.
 */
export function contentProblems(files: readonly ContentFile[]): string[] {
  return files.flatMap((file) => [
    ...wrongCount(file),
    ...file.entries.flatMap((entry, index) => wrongFields(file, entry, index)),
    ...repetitions(file),
  ]);
}

function wrongCount({ file, entries, count }: ContentFile): string[] {
  if (entries.length === count) return [];
  return [`app/content/${file}: should have ${count} entries, has ${entries.length}`];
}

function wrongFields({ file, entry: schema }: ContentFile, entry: unknown, index: number) {
  const issues = schema.safeParse(entry).error?.issues ?? [];
  return issues.map(
    ({ path, message }) =>
      `app/content/${file}, ${entryName(entry, index)}, field ${path.join(".")}: should be ${message}`,
  );
}

function repetitions({ file, entries, unique }: ContentFile): string[] {
  if (!unique) return [];
  const values = entries.map((entry) => fieldOf(entry, unique));
  return values.flatMap((value, index) =>
    values.indexOf(value) === index
      ? []
      : [
          `app/content/${file}, ${entryName(entries[index], index)}, field ${unique}: should be unlike any other entry's`,
        ],
  );
}

function entryName(entry: unknown, index: number): string {
  const name = ["title", "name", "label", "quarter", "variable"]
    .map((field) => fieldOf(entry, field))
    .find((value) => typeof value === "string");
  return typeof name === "string" ? `entry ${index + 1} (${name})` : `entry ${index + 1}`;
}

function fieldOf(entry: unknown, field: string): unknown {
  if (typeof entry !== "object" || entry === null) return undefined;
  return Object.entries(entry).find(([name]) => name === field)?.[1];
}
