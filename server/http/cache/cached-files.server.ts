import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { inProject } from "../../process/project-root.server";
import { cachedResponse, type HeaderList, type CachedResponse } from "./cached-response.server";
import { CSP, contentSecurityPolicy, SECURITY_HEADERS } from "../security-headers.server";

const ASSETS = inProject("build/client");
const PUBLIC = inProject("public");
/** The files of both folders in brotli and gzip, made by the build. */
const COMPRESSED = inProject("build/compressed");

/** For a file whose name holds a hash of its content. */
export const ASSET_CACHE_CONTROL = "public, max-age=31536000, immutable";

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
 * compressed forms. Express serves pictures, films and parts of files.
 */
export function readCachedFiles(): ReadonlyMap<string, CachedResponse> {
  const files = new Map<string, CachedResponse>();
  for (const path of filesIn(ASSETS)) {
    add(ASSETS, path, path.startsWith("assets/") ? ASSET_CACHE_CONTROL : HOUR);
  }
  for (const path of filesIn(PUBLIC)) {
    if (existsSync(join(COMPRESSED, `${path}.br`))) add(PUBLIC, path, HOUR);
  }
  return files;

  function add(folder: string, path: string, cacheControl: string): void {
    const type = contentType(path);
    if (type === undefined) return;
    const headers = fileHeaders(type, cacheControl, statSync(join(folder, path)).mtime);
    const bodies = {
      identity: readFileSync(join(folder, path)),
      br: readIfThere(join(COMPRESSED, `${path}.br`)),
      gzip: readIfThere(join(COMPRESSED, `${path}.gz`)),
    };
    files.set(`/${path}`, cachedResponse(bodies, headers));
  }
}

/** The media type of a text or a font, by its name; undefined for pictures and films. */
export function contentType(path: string): string | undefined {
  return TYPES[extname(path)];
}

/** Headers of a file. */
export function fileHeaders(type: string, cacheControl: string, modified: Date): HeaderList {
  return [
    ...SECURITY_HEADERS,
    [CSP, contentSecurityPolicy([])],
    ["Content-Type", type],
    ["Cache-Control", cacheControl],
    ["Vary", "Accept-Encoding"],
    ["Accept-Ranges", "bytes"],
    ["Last-Modified", modified.toUTCString()],
  ];
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
