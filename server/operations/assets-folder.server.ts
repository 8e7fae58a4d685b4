import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Logger } from "../process/logger.server";
import { inProject } from "../process/project-root.server";
import { SHARED_NETWORK } from "../process/request-context.server";
import { createFairSlots } from "../resilience/fair-slots.server";

const DAY_MS = 24 * 60 * 60_000;

/** Files are removed this long after an instance of their build last renewed them. */
const UNUSED_MS = 7 * DAY_MS;

/** Name of a file that Vite has hashed: `name-DaMYtyLa.js`. Other files in the folder are never touched. */
export const HASHED = /^[\w.-]+-[\w-]{8}\.[a-z0-9]+$/;

/** Name of a file that is being copied: a dot, the final name, a UUID. The copy is renamed when it is complete. */
const UNFINISHED = /^\.[\w.-]+-[\w-]{8}\.[a-z0-9]+\.[\da-f-]{36}$/;

/**
 * Longest wait for one file operation, in milliseconds. A hung mount never answers, and each pending operation blocks
 * one of libuv's few threads, which other file reads and DNS lookups need, too.
 */
export const FILE_TIMEOUT_MS = 5_000;

/** Most waiting reads. Beyond it a file counts as missing. A page requests a few dozen files. */
const MOST_WAITING = 500;

/** The folder in which instances of several builds share their hashed files. */
export interface AssetsFolder {
  /** Absolute path. */
  path: string;
  /**
   * Copies this build's files into the folder, or marks existing ones as still used, and removes files that no build
   * has used for seven days. Repeats this once a day, because an instance may run for longer than seven days.
   * A folder that cannot be written, or does not answer, is logged, at most once a minute; the instance then serves
   * only its own files. Other users' files that cannot be renewed or removed are logged, too, but do not stop the rest.
   */
  publish(): Promise<void>;
  /**
   * Runs a read of the folder when it is the network's turn.
   *
   * @returns the result of `read`; null when the file does not exist, too many reads wait, or the folder is unavailable
   */
  inTurn<T>(network: string, read: () => Promise<T>): Promise<T | null>;
  /** Whether an operation on the folder has taken longer than {@link FILE_TIMEOUT_MS} and may never end. */
  hangs(): boolean;
}

/**
 * @param path absolute; the folder is created when it is missing
 * @param own the folder of this build's hashed files
 */
export function createAssetsFolder(
  path: string,
  logger: Pick<Logger, "error">,
  own = inProject("build/client/assets"),
): AssetsFolder {
  const { inTurn, hangs } = createTurns();
  const report = atMostOnceAMinute((error) =>
    logger.error({ err: error, folder: path }, "ASSETS_DIR"),
  );

  async function publish(): Promise<void> {
    /** The first error of a single file; later ones are dropped. */
    let firstFailure: { error: unknown } | undefined;
    async function attempt(names: readonly string[], step: (name: string) => Promise<void>) {
      for (const name of names) {
        try {
          await inTurn(SHARED_NETWORK, () => step(name));
        } catch (error) {
          if (error instanceof NoAnswer) throw error;
          if (!isMissing(error)) firstFailure ??= { error };
        }
      }
    }
    try {
      await inTurn(SHARED_NETWORK, () => mkdir(path, { recursive: true }));
      const names = (await readdir(own)).filter((name) => HASHED.test(name));
      await attempt(names, (name) => renew(join(own, name), join(path, name)));
      const present = await inTurn(SHARED_NETWORK, () => readdir(path));
      const ours = present.filter((name) => HASHED.test(name) || UNFINISHED.test(name));
      await attempt(ours, (name) => removeUnused(join(path, name)));
      if (firstFailure) throw firstFailure.error;
    } catch (error) {
      report(error);
    }
  }

  return {
    path,
    async publish() {
      await publish();
      setInterval(() => void publish(), DAY_MS).unref();
    },
    async inTurn(network, read) {
      try {
        return await inTurn(network, read);
      } catch (error) {
        if (!isMissing(error) && !(error instanceof TooManyWait)) report(error);
        return null;
      }
    },
    hangs,
  };
}

class NoAnswer extends Error {
  readonly code = "ETIMEDOUT";
}

class TooManyWait extends Error {}

/**
 * Creates a queue that runs one step at a time, so that a hung folder blocks only one thread. Networks take turns, so
 * that a client that guesses names delays only its own network.
 *
 * @returns `hangs`: whether the current step has taken longer than {@link FILE_TIMEOUT_MS}; `inTurn`: runs a step, and
 *   rejects with {@link NoAnswer} when it takes longer; all other steps then reject at once until that step has ended.
 *   Rejects with {@link TooManyWait} for the network with the most waiting steps when the queue is full
 */
function createTurns() {
  const slots = createFairSlots({
    atOnce: 1,
    perNetwork: 1,
    keptForNewcomers: 0,
    mostWaiting: MOST_WAITING,
    refuse: () => (hang.signal.aborted ? noAnswer() : new TooManyWait()),
  });
  let hang = newHangController();
  function inTurn<T>(network: string, step: () => Promise<T>): Promise<T> {
    const { signal } = hang;
    return new Promise((resolve, reject) => {
      async function run() {
        const timer = setTimeout(() => {
          hang.abort();
          reject(noAnswer());
        }, FILE_TIMEOUT_MS).unref();
        try {
          resolve(await step());
        } finally {
          clearTimeout(timer);
          if (hang.signal.aborted) hang = newHangController();
        }
      }
      slots.execute(network, run, signal).catch(reject);
    });
  }
  return { inTurn, hangs: () => hang.signal.aborted };
}

/** Aborts when a step hangs. Up to 500 waiting steps listen to the signal. */
function newHangController(): AbortController {
  const hang = new AbortController();
  setMaxListeners(0, hang.signal);
  return hang;
}

const noAnswer = () => new NoAnswer("the folder does not answer");

/** Limits log lines: each request of a visitor for a file can make a broken folder fail again. */
function atMostOnceAMinute(report: (error: unknown) => void): (error: unknown) => void {
  let last = -Infinity;
  return (error) => {
    if (performance.now() - last < 60_000) return;
    last = performance.now();
    report(error);
  };
}

/** Makes sure that a complete copy of a file is in the folder, and marks it as used. */
async function renew(source: string, target: string): Promise<void> {
  const now = new Date();
  try {
    // The name contains a hash of the content, so a file of the same name has the same content.
    await utimes(target, now, now);
  } catch (error) {
    // The time of another user's file cannot be set, but a copy can replace the file.
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

/** Whether a file does not exist: another instance has removed it, or a visitor invented a name no file can have. */
function isMissing(error: unknown): boolean {
  return hasCode(error, ["ENOENT", "ENOTDIR", "ENAMETOOLONG"]);
}

function isForbidden(error: unknown): boolean {
  return hasCode(error, ["EPERM", "EACCES"]);
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
