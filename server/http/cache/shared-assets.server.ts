import { readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { HASHED, type AssetsFolder } from "../../operations/assets-folder.server";
import { createBoundedMap } from "../../process/memory-bounds.server";
import { ASSET_CACHE_CONTROL, contentType, fileHeaders } from "./cached-files.server";
import { compressResponse, type CachedResponse } from "./cached-response.server";

/** Less than the build's own: files of other builds are asked for only during a release. */
const BROTLI_QUALITY = 5;

/**
 * Finds a file that this build lacks.
 *
 * @param path of the request, for example `/assets/root-DaMYtyLa.js`
 * @param network of the client who asks, in whose turns the file is read
 * @returns null when the path names no file that could be there; resolves with null when none is
 */
export type SharedAssets = (path: string, network: string) => Promise<CachedResponse | null> | null;

/** @param folder where other builds leave their files */
export function createSharedAssets(folder: AssetsFolder): SharedAssets {
  const cache = createBoundedMap<CachedResponse>("sharedAssets", { weigh: ({ bytes }) => bytes });

  async function read(name: string, type: string): Promise<CachedResponse> {
    const file = join(folder.path, name);
    const [body, { mtime }] = [await readFile(file), await stat(file)];
    const headers = fileHeaders(type, ASSET_CACHE_CONTROL, mtime);
    const response = await compressResponse(body, headers, BROTLI_QUALITY);
    cache.set(name, response);
    return response;
  }

  return (path, network) => {
    const name = basename(path);
    const type = contentType(name);
    if (type === undefined || path !== `/assets/${name}` || !HASHED.test(name)) return null;
    const known = cache.get(name);
    if (known !== undefined) return Promise.resolve(known);
    // The file may have been read for another visitor in the meantime.
    return folder.inTurn(network, async () => cache.get(name) ?? (await read(name, type)));
  };
}
