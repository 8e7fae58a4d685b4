import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { inProject } from "../../process/project-root.server";
import { CSP, contentSecurityPolicy, SECURITY_HEADERS } from "../security-headers.server";
import { cachedResponse, type CachedResponse, type HeaderList } from "./cached-response.server";

const CLIENT = inProject("build/client");
const PUBLIC = inProject("public");
/** Brotli and gzip forms of the files of both folders, written by the build. */
const COMPRESSED = inProject("build/compressed");

/** `Cache-Control` of files whose name contains a hash of their content. */
const FOREVER = "public, max-age=31536000, immutable";
const HOUR = "public, max-age=3600";

/** Media types of the files served from memory: texts and fonts. Express serves pictures, films and ranges of files. */
const TYPES: Partial<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};

/** Reads the build's scripts, styles, fonts and small texts into memory, by path: less than 3 MB with all codings. */
export function readCachedFiles(): ReadonlyMap<string, CachedResponse> {
  const files = new Map<string, CachedResponse>();
  for (const path of filesIn(CLIENT)) {
    add(CLIENT, path, path.startsWith("assets/") ? FOREVER : HOUR);
  }
  for (const path of filesIn(PUBLIC)) {
    if (existsSync(join(COMPRESSED, `${path}.br`))) add(PUBLIC, path, HOUR);
  }
  return files;

  function add(folder: string, path: string, cacheControl: string): void {
    const type = TYPES[extname(path)];
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

let assets: readonly string[] | undefined;

/** Address of a lazily loaded script by its name without hash, so that pages can preload it; null in development. */
export function scriptFile(name: string): string | null {
  if (import.meta.env.DEV) return null;
  assets ??= filesIn(join(CLIENT, "assets"));
  const hashed = new RegExp(`^${name}-[\\w-]{8}\\.js$`);
  const file = assets.find((asset) => hashed.test(asset));
  return file === undefined ? null : `/assets/${file}`;
}

function fileHeaders(type: string, cacheControl: string, modified: Date): HeaderList {
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

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return paths.filter((path) => extname(path) !== "");
}

function readIfThere(file: string): Buffer | undefined {
  return existsSync(file) ? readFileSync(file) : undefined;
}
