import { randomUUID } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { basename, join } from "node:path";
import { LRUCache } from "lru-cache";
import type { Logger } from "../../logger.server";
import { inProject } from "../../project-root.server";
import { ASSET_CACHE_CONTROL, contentType, fileHeaders } from "./cached-files.server";
import { compressResponse, type CachedResponse } from "./cached-response.server";

const DAY_MS = 24 * 60 * 60_000;

/** How long the files of a build stay after the last start of that build. */
const UNUSED_MS = 7 * DAY_MS;

/** Vite names a file by its content: `name-DaMYtyLa.js`. Nothing else in the folder is ours to touch. */
const HASHED = /^[\w.-]+-[\w-]{8}\.[a-z0-9]+$/;

/** A file on its way in: a dot, its name, something of its own. It is renamed when it is whole. */
const UNFINISHED = /^\.[\w.-]+-[\w-]{8}\.[a-z0-9]+\.[\da-f-]{36}$/;

/** What is read again and again during a release. */
const CACHE_BYTES = 8 * 1024 * 1024;

/** Files of other builds are asked for during a release alone: compressed once, but not as far as by the build. */
const BROTLI_QUALITY = 5;

/** The folder in which instances of several builds leave their hashed files for each other. */
export interface SharedAssets {
  /**
   * Puts this build's files there, or says of those that are there that they are still used, and removes files that
   * no build has used for seven days. Does so again once a day: an instance may run for longer than that.
   * A folder that cannot be written is logged; the instance then serves its own files alone.
   */
  publish(): Promise<void>;
  /**
   * A file that this build lacks.
   *
   * @param path of the request, for example `/assets/root-DaMYtyLa.js`
   * @returns null when the path names no file that could be there; resolves with null when none is
   */
  find(path: string): Promise<CachedResponse | null> | null;
}

/**
 * @param folder an absolute path; made when it is missing
 * @param own the folder of this build's hashed files
 */
export function createSharedAssets(
  folder: string,
  logger: Pick<Logger, "error">,
  own = inProject("build/client/assets"),
): SharedAssets {
  const cache = new LRUCache<string, CachedResponse>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  });

  async function publish(): Promise<void> {
    try {
      await mkdir(folder, { recursive: true });
      const names = (await readdir(own)).filter((name) => HASHED.test(name));
      await Promise.all(names.map((name) => renew(join(own, name), join(folder, name))));
      await removeUnused(folder);
    } catch (error) {
      logger.error({ err: error, folder }, "ASSETS_DIR");
    }
  }

  async function read(name: string): Promise<CachedResponse | null> {
    const cached = cache.get(name);
    if (cached) return cached;
    const type = contentType(name);
    if (type === undefined) return null;
    try {
      const file = join(folder, name);
      const [body, { mtime }] = await Promise.all([readFile(file), stat(file)]);
      const headers = fileHeaders(type, ASSET_CACHE_CONTROL, mtime);
      const response = await compressResponse(body, headers, BROTLI_QUALITY);
      cache.set(name, response);
      return response;
    } catch (error) {
      if (!isMissing(error)) logger.error({ err: error, folder }, "ASSETS_DIR");
      return null;
    }
  }

  return {
    async publish() {
      await publish();
      setInterval(() => void publish(), DAY_MS).unref();
    },
    find(path) {
      const name = basename(path);
      return path === `/assets/${name}` && HASHED.test(name) ? read(name) : null;
    },
  };
}

/** Makes sure that a file is there, whole, and says that it is used. */
async function renew(source: string, target: string): Promise<void> {
  const now = new Date();
  try {
    // Its name holds a hash of its content, so the same name is the same file.
    await utimes(target, now, now);
  } catch (error) {
    if (!isMissing(error)) throw error;
    const unfinished = join(target, "..", `.${basename(target)}.${randomUUID()}`);
    await copyFile(source, unfinished);
    await rename(unfinished, target);
  }
}

async function removeUnused(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter(
    (name) => HASHED.test(name) || UNFINISHED.test(name),
  );
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      try {
        const { mtimeMs } = await stat(file);
        if (Date.now() - mtimeMs > UNUSED_MS) await rm(file, { force: true });
      } catch (error) {
        // Another instance may have removed it first.
        if (!isMissing(error)) throw error;
      }
    }),
  );
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && ["ENOENT", "ENOTDIR"].includes(String(error.code))
  );
}
