import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { inProject } from "../project-root.server";
import { keptAnswer, type KeptAnswer } from "./kept-answer.server";
import { CSP, contentSecurityPolicy, SECURITY_HEADERS } from "./security-headers.server";

const ASSETS = inProject("build/client");
const PUBLIC = inProject("public");
/** Their forms in brotli and gzip, made by the build. */
const COMPRESSED = inProject("build/compressed");

const TYPES: Partial<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};

/**
 * The build's scripts, styles and fonts and the site's small texts, by path: read once, less than 3 MB with their
 * compressed forms. Pictures and films are left to the file server, and so is who asks for a part of a file.
 */
export function readKeptFiles(): ReadonlyMap<string, KeptAnswer> {
  const files = new Map<string, KeptAnswer>();
  for (const path of filesIn(ASSETS)) {
    // Its name holds a hash of its content.
    keep(ASSETS, path, path.startsWith("assets/") ? "public, max-age=31536000, immutable" : HOUR);
  }
  for (const path of filesIn(PUBLIC)) {
    if (existsSync(join(COMPRESSED, `${path}.br`))) keep(PUBLIC, path, HOUR);
  }
  return files;

  function keep(folder: string, path: string, cacheControl: string): void {
    const type = TYPES[extname(path)];
    if (type === undefined) return;
    const headers = [
      ...SECURITY_HEADERS,
      [CSP, contentSecurityPolicy([])] as const,
      ["Content-Type", type] as const,
      ["Cache-Control", cacheControl] as const,
      ["Vary", "Accept-Encoding"] as const,
      ["Accept-Ranges", "bytes"] as const,
      ["Last-Modified", statSync(join(folder, path)).mtime.toUTCString()] as const,
    ];
    const bodies = {
      identity: readFileSync(join(folder, path)),
      br: readIfThere(join(COMPRESSED, `${path}.br`)),
      gzip: readIfThere(join(COMPRESSED, `${path}.gz`)),
    };
    files.set(`/${path}`, keptAnswer(bodies, headers));
  }
}

const HOUR = "public, max-age=3600";

function filesIn(folder: string): string[] {
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
        (path) => extname(path) !== "",
      )
    : [];
}

function readIfThere(file: string): Buffer | undefined {
  return existsSync(file) ? readFileSync(file) : undefined;
}
