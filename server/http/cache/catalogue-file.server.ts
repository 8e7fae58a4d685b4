import { existsSync, readdirSync } from "node:fs";
import { inProject } from "../../process/project-root.server";

/** Where the build puts the browser's scripts; the development server has no such folder of its own. */
const FOLDER = "build/client/assets";

let names: readonly string[] | undefined;

/** Address of the script with the texts of a language, to be fetched beside the page's own; null while developing. */
export function catalogueFile(language: string): string | null {
  if (import.meta.env.DEV) return null;
  const folder = inProject(FOLDER);
  names ??= existsSync(folder) ? readdirSync(folder) : [];
  const file = new RegExp(`^catalogue-${language}-[\\w-]{8}\\.js$`);
  const name = names.find((one) => file.test(one));
  return name === undefined ? null : `/assets/${name}`;
}
