import { randomUUID } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Logger } from "../../logger.server";
import { inProject } from "../../project-root.server";
import { ASSET_CACHE_CONTROL, contentType, fileHeaders } from "./cached-files.server";
import { compressResponse, type CachedResponse } from "./cached-response.server";
import { createBoundedMap } from "../../memory-bounds.server";

const DAY_MS = 24 * 60 * 60_000;

/** How long the files of a build stay after the last start of that build. */
const UNUSED_MS = 7 * DAY_MS;

/** Vite names a file by its content: `name-DaMYtyLa.js`. Nothing else in the folder is ours to touch. */
const HASHED = /^[\w.-]+-[\w-]{8}\.[a-z0-9]+$/;

/** A file on its way in: a dot, its name, something of its own. It is renamed when it is whole. */
const UNFINISHED = /^\.[\w.-]+-[\w-]{8}\.[a-z0-9]+\.[\da-f-]{36}$/;

/**
 * Longest wait for one file operation, in milliseconds. A hung mount never answers, and each pending operation holds one
 * of the few threads of libuv, which reading other files and resolving names need, too.
 */
const PATIENCE_MS = 5_000;

/** Files of other builds are asked for during a release alone: compressed once, but not as far as by the build. */
const BROTLI_QUALITY = 5;

/** The folder in which instances of several builds leave their hashed files for each other. */
export interface SharedAssets {
  /**
   * Puts this build's files there, or says of those that are there that they are still used, and removes files that
   * no build has used for seven days. Does so again once a day: an instance may run for longer than that.
   * A folder that cannot be written, or does not answer, is logged; the instance then serves its own files alone. So are
   * other users' files that cannot be renewed or removed; the rest is gone through all the same.
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
  const cache = createBoundedMap<CachedResponse>("sharedAssets", { weigh: ({ bytes }) => bytes });

  const inTurn = createTurns(PATIENCE_MS);

  async function publish(): Promise<void> {
    /** The first thing that could not be done, of however many. */
    let failed: { error: unknown } | undefined;
    async function attempt(names: readonly string[], step: (name: string) => Promise<void>) {
      for (const name of names) {
        try {
          await inTurn(() => step(name));
        } catch (error) {
          if (error instanceof NoAnswer) throw error;
          if (!isMissing(error)) failed ??= { error };
        }
      }
    }
    try {
      await inTurn(() => mkdir(folder, { recursive: true }));
      const names = (await readdir(own)).filter((name) => HASHED.test(name));
      await attempt(names, (name) => renew(join(own, name), join(folder, name)));
      const there = await inTurn(() => readdir(folder));
      const ours = there.filter((name) => HASHED.test(name) || UNFINISHED.test(name));
      await attempt(ours, (name) => removeUnused(join(folder, name)));
      if (failed) throw failed.error;
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
      const [body, mtime] = await inTurn(
        async () => [await readFile(file), (await stat(file)).mtime] as const,
      );
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

class NoAnswer extends Error {}

/**
 * Makes a queue of steps, of which one is done at a time: a folder that hangs holds one thread.
 *
 * @param patienceMs how long a step may take, its wait included. Then it is rejected with {@link NoAnswer}, and so is
 *   every other at once until the step that hangs has ended
 */
function createTurns(patienceMs: number) {
  let last: Promise<unknown> = Promise.resolve();
  let hangs = false;
  return async function inTurn<T>(step: () => Promise<T>): Promise<T> {
    if (hangs) throw new NoAnswer("the folder does not answer");
    let state: "waits" | "runs" | "late" = "waits";
    const done = last.then(async () => {
      if (state === "late") throw new NoAnswer("its turn did not come");
      state = "runs";
      try {
        return await step();
      } finally {
        hangs = false;
      }
    });
    last = done.catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        if (state === "runs") hangs = true;
        state = "late";
        reject(new NoAnswer("the folder does not answer"));
      }, patienceMs).unref();
    });
    return Promise.race([done, late]).finally(() => clearTimeout(timer));
  };
}

/** Makes sure that a file is there, whole, and says that it is used. */
async function renew(source: string, target: string): Promise<void> {
  const now = new Date();
  try {
    // Its name holds a hash of its content, so the same name is the same file.
    await utimes(target, now, now);
  } catch (error) {
    // The time of another user's file is not ours to set, but a copy may take its place.
    if (!isMissing(error) && !isForbidden(error)) throw error;
    const unfinished = join(target, "..", `.${basename(target)}.${randomUUID()}`);
    await copyFile(source, unfinished);
    await rename(unfinished, target);
  }
}

async function removeUnused(file: string): Promise<void> {
  const { mtimeMs } = await stat(file);
  if (Date.now() - mtimeMs > UNUSED_MS) await rm(file, { force: true });
}

/** Another instance may have removed it first. */
function isMissing(error: unknown): boolean {
  return hasCode(error, ["ENOENT", "ENOTDIR"]);
}

function isForbidden(error: unknown): boolean {
  return hasCode(error, ["EPERM", "EACCES"]);
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
