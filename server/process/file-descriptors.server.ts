import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import type { Server } from "node:net";
import type { Logger } from "./logger.server";

/** The log warns, at most once a minute, while more than this share of the descriptors is open. */
const HIGH_SHARE = 0.8;
const LOG_EVERY_MS = 60_000;
const CHECK_EVERY_MS = 5_000;

/** Descriptors reserved for upstreams, Redis, files and the log instead of visitors' connections. */
const MOST_RESERVED = 128;
const RESERVED_SHARE = 0.25;

/**
 * Logs a warning when file descriptors run out. Nobody would notice otherwise: libuv silently accepts and closes
 * connections for which there is no descriptor.
 *
 * @returns a function to call once with each server, which limits the descriptors that the server's connections take
 */
export function watchFileDescriptors(logger: Pick<Logger, "warn">): (server: Server) => void {
  const limit = readLimit();
  if (limit === null) return () => undefined;
  let [refused, loggedAt] = [0, -Infinity];

  function warn(open: number, error?: string): void {
    const now = performance.now();
    if (now - loggedAt < LOG_EVERY_MS) return;
    logger.warn({ open, limit, refused, error }, "file descriptors are running out");
    [refused, loggedAt] = [0, now];
  }

  setInterval(() => {
    readdir("/proc/self/fd").then(
      ({ length: open }) => {
        if (open > HIGH_SHARE * limit || refused > 0) warn(open);
      },
      // Counting fails without a free descriptor, because it opens a folder.
      (error: unknown) => warn(limit, (error as NodeJS.ErrnoException).code),
    );
  }, CHECK_EVERY_MS).unref();

  return (server) => {
    server.maxConnections = limit - Math.min(MOST_RESERVED, Math.ceil(RESERVED_SHARE * limit));
    server.on("drop", () => void (refused += 1));
    server.on("error", ({ code }: NodeJS.ErrnoException) => {
      if (!server.listening) return;
      refused += 1;
      warn(limit, code);
    });
  };
}

/** Number of descriptors that the process may open; null where the system does not report it. */
function readLimit(): number | null {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    const limit = Number(/^Max open files +(\d+)/m.exec(limits)?.[1]);
    return limit > 0 ? limit : null;
  } catch {
    return null;
  }
}
