import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Logger } from "../process/logger.server";
import { inProject } from "../process/project-root.server";
import { EVERYBODY } from "../process/request-context.server";
import { createFairSlots } from "../resilience/fair-slots.server";

const DAY_MS = 24 * 60 * 60_000;

/** How long the files of a build stay after the last start of that build. */
const UNUSED_MS = 7 * DAY_MS;

/** Vite names a file by its content: `name-DaMYtyLa.js`. Nothing else in the folder is ours to touch. */
export const HASHED = /^[\w.-]+-[\w-]{8}\.[a-z0-9]+$/;

/** A file on its way in: a dot, its name, something of its own. It is renamed when it is whole. */
const UNFINISHED = /^\.[\w.-]+-[\w-]{8}\.[a-z0-9]+\.[\da-f-]{36}$/;

/**
 * Longest wait for one file operation, in milliseconds. A hung mount never answers, and each pending operation holds one
 * of the few threads of libuv, which reading other files and resolving names need, too.
 */
export const PATIENCE_MS = 5_000;

/** A crowd that asks for more at once is told that there is no such file. A page asks for a few dozen. */
const MOST_WAITING = 500;

/** The folder in which instances of several builds leave their hashed files for each other. */
export interface AssetsFolder {
  /** Absolute. */
  path: string;
  /**
   * Puts this build's files there, or says of those that are there that they are still used, and removes files that
   * no build has used for seven days. Does so again once a day: an instance may run for longer than that.
   * A folder that cannot be written, or does not answer, is logged, at most once a minute; the instance then serves its
   * own files alone. So are other users' files that cannot be renewed or removed; the rest is gone through all the same.
   */
  publish(): Promise<void>;
  /**
   * Reads in the folder when it is the network's turn.
   *
   * @returns what `read` made; null where there is no such file, or the folder does not answer
   */
  inTurn<T>(network: string, read: () => Promise<T>): Promise<T | null>;
  /** Whether an operation on the folder takes longer than {@link PATIENCE_MS}, and may never end. */
  hangs(): boolean;
}

/**
 * @param path absolute; made when it is missing
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
    /** The first thing that could not be done, of however many. */
    let failed: { error: unknown } | undefined;
    async function attempt(names: readonly string[], step: (name: string) => Promise<void>) {
      for (const name of names) {
        try {
          await inTurn(EVERYBODY, () => step(name));
        } catch (error) {
          if (error instanceof NoAnswer) throw error;
          if (!isMissing(error)) failed ??= { error };
        }
      }
    }
    try {
      await inTurn(EVERYBODY, () => mkdir(path, { recursive: true }));
      const names = (await readdir(own)).filter((name) => HASHED.test(name));
      await attempt(names, (name) => renew(join(own, name), join(path, name)));
      const there = await inTurn(EVERYBODY, () => readdir(path));
      const ours = there.filter((name) => HASHED.test(name) || UNFINISHED.test(name));
      await attempt(ours, (name) => removeUnused(join(path, name)));
      if (failed) throw failed.error;
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
 * Makes a queue of steps, of which one is done at a time: a folder that hangs holds one thread. Networks take turns, so
 * that whoever guesses names waits for himself alone.
 *
 * @returns `hangs`: whether the step under way takes longer than the folder is given; `inTurn`: does a step, and rejects
 *   with {@link NoAnswer} when that takes longer, and then at once with every other step until that one has ended; with
 *   {@link TooManyWait} for the network of which most wait
 */
function createTurns() {
  const slots = createFairSlots({
    atOnce: 1,
    perNetwork: 1,
    keptForNewcomers: 0,
    mostWaiting: MOST_WAITING,
    refuse: () => (hang.signal.aborted ? noAnswer() : new TooManyWait()),
  });
  let hang = hangOfMany();
  function inTurn<T>(network: string, step: () => Promise<T>): Promise<T> {
    const { signal } = hang;
    return new Promise((resolve, reject) => {
      async function run() {
        const late = setTimeout(() => {
          hang.abort();
          reject(noAnswer());
        }, PATIENCE_MS).unref();
        try {
          resolve(await step());
        } finally {
          clearTimeout(late);
          if (hang.signal.aborted) hang = hangOfMany();
        }
      }
      slots.execute(network, run, signal).catch(reject);
    });
  }
  return { inTurn, hangs: () => hang.signal.aborted };
}

/** Aborts when a step hangs; up to 500 that wait listen to it. */
function hangOfMany(): AbortController {
  const hang = new AbortController();
  setMaxListeners(0, hang.signal);
  return hang;
}

const noAnswer = () => new NoAnswer("the folder does not answer");

/** Limits what is logged: visitors can make a folder that is out of order fail as often as they ask for a file. */
function atMostOnceAMinute(report: (error: unknown) => void): (error: unknown) => void {
  let last = -Infinity;
  return (error) => {
    if (performance.now() - last < 60_000) return;
    last = performance.now();
    report(error);
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

/** Whether a file is missing: another instance removed it first, or a visitor made up a name that no file can have. */
function isMissing(error: unknown): boolean {
  return hasCode(error, ["ENOENT", "ENOTDIR", "ENAMETOOLONG"]);
}

function isForbidden(error: unknown): boolean {
  return hasCode(error, ["EPERM", "EACCES"]);
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
