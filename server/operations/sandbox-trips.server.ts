import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";

/** Which trips the sandbox's database contains. */
export interface SandboxTrips {
  count: number;
  /** Generated, or imported by a user; null for a database that does not record it. */
  origin: "generated" | "imported" | null;
}

/** Reads the sandbox's last answer about its trips; null before the first answer. */
export interface SandboxTripsReader {
  /** Asks again when the last answer is two seconds old. Never rejects, and waits for a slow sandbox 100 ms at most. */
  read(): Promise<SandboxTrips | null>;
  /** Returns the last answer as JSON text without waiting; asks again like `read`. */
  nowAsText: () => string;
}

/** An answer is reused for this long: pages show an import soon, and many pages at once cost one request. */
const FRESH_MS = 2_000;

/** Longest wait for the sandbox, which runs on this machine. */
const LONGEST_WAIT_MS = 100;

const answer = z.object({
  data: z.object({
    count: z.number(),
    origin: z.enum(["generated", "imported"]).nullable().catch(null),
  }),
});

/**
 * @param get reads from the sandbox over HTTP
 * @param elapsed monotonic milliseconds
 */
export function createSandboxTrips(
  get: (path: string) => Promise<unknown>,
  elapsed: () => number = () => performance.now(),
): SandboxTripsReader {
  let trips: SandboxTrips | null = null;
  let text = "null";
  let pending: Promise<void> | null = null;
  let freshUntil = -Infinity;

  async function ask(): Promise<void> {
    try {
      trips = answer.parse(await get("/trips")).data;
      text = JSON.stringify(trips);
    } catch {
      // The HTTP client has logged the reason; the last answer stays in use.
    }
    freshUntil = elapsed() + FRESH_MS;
    pending = null;
  }

  const isDue = () => pending === null && elapsed() >= freshUntil;

  return {
    async read() {
      if (isDue()) {
        pending = ask();
        await Promise.race([pending, delay(LONGEST_WAIT_MS, undefined, { ref: false })]);
      }
      return trips;
    },
    nowAsText() {
      if (isDue()) pending = ask();
      return text;
    },
  };
}
