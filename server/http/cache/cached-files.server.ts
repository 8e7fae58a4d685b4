import { existsSync, readdirSync } from "node:fs";
import { inProject } from "../../process/project-root.server";

const ASSETS = inProject("build/client/assets");

let assets: readonly string[] | undefined;

/** Address of a lazily loaded script by its name without hash, so that pages can preload it; null in development. */
export function scriptFile(name: string): string | null {
  if (import.meta.env.DEV) return null;
  assets ??= existsSync(ASSETS) ? readdirSync(ASSETS) : [];
  const hashed = new RegExp(`^${name}-[\\w-]{8}\\.js$`);
  const file = assets.find((asset) => hashed.test(asset));
  return file === undefined ? null : `/assets/${file}`;
}
