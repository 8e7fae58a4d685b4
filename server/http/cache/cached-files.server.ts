import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { HASHED, type AssetsFolder } from "../../operations/assets-folder.server";
import { createBoundedMap } from "../../process/memory-bounds.server";
import { inProject } from "../../process/project-root.server";
import { CSP, contentSecurityPolicy, SECURITY_HEADERS } from "../security-headers.server";
import {
  cachedResponse,
  compressResponse,
  type CachedResponse,
  type HeaderList,
} from "./cached-response.server";

const CLIENT = inProject("build/client");

/** `Cache-Control` of files whose name contains a hash of their content. */
const FOREVER = "public, max-age=31536000, immutable";
const HOUR = "public, max-age=3600";

/** Lower than the quality at build time: files of other builds are requested only during a release. */
const BROTLI_QUALITY = 5;

/** Media types of the files served from memory: texts and fonts. Express serves pictures, films and ranges of files. */
const TYPES: Partial<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};

/** Reads the build's scripts, styles and fonts into memory, by path: less than 3 MB with all codings. */
export function readCachedFiles(): ReadonlyMap<string, CachedResponse> {
  const files = new Map<string, CachedResponse>();
  for (const path of filesIn(CLIENT)) {
    add(CLIENT, path, path.startsWith("assets/") ? FOREVER : HOUR);
  }
  return files;

  function add(folder: string, path: string, cacheControl: string): void {
    const type = TYPES[extname(path)];
    if (type === undefined) return;
    const headers = fileHeaders(type, cacheControl, statSync(join(folder, path)).mtime);
    const br = readIfThere(join(folder, `${path}.br`));
    if (br === undefined && type !== "font/woff2") return; // Express compresses the few texts that the build did not
    const bodies = {
      identity: readFileSync(join(folder, path)),
      br,
      gzip: readIfThere(join(folder, `${path}.gz`)),
    };
    files.set(`/${path}`, cachedResponse(bodies, headers));
  }
}

/**
 * Finds a file of another build, which this build lacks.
 *
 * @param path of the request, for example `/assets/root-DaMYtyLa.js`
 * @param network the client's network; networks take turns at reading files
 * @returns null when the path cannot name a shared file; resolves with null when the file does not exist
 */
export type SharedAssets = (path: string, network: string) => Promise<CachedResponse | null> | null;

/** @param folder the folder in which builds share their files */
export function createSharedAssets(folder: AssetsFolder): SharedAssets {
  const cache = createBoundedMap<CachedResponse>("sharedAssets", { weigh: ({ bytes }) => bytes });

  async function read(name: string, type: string): Promise<CachedResponse> {
    const file = join(folder.path, name);
    const [body, { mtime }] = [await readFile(file), await stat(file)];
    const response = await compressResponse(
      body,
      fileHeaders(type, FOREVER, mtime),
      BROTLI_QUALITY,
    );
    cache.set(name, response);
    return response;
  }

  return (path, network) => {
    const name = basename(path);
    const type = TYPES[extname(name)];
    if (type === undefined || path !== `/assets/${name}` || !HASHED.test(name)) return null;
    const cached = cache.get(name);
    if (cached !== undefined) return Promise.resolve(cached);
    // Another request may have read the file while this one waited for its turn.
    return folder.inTurn(network, async () => cache.get(name) ?? (await read(name, type)));
  };
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
