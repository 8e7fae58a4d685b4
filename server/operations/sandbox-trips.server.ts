import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";

/** The trips that the sandbox answers with. */
export interface SandboxTrips {
  count: number;
  /** Made up or somebody's own; null for a database that does not say. */
  origin: "generated" | "imported" | null;
}

/** What the sandbox last said of its trips; null before it has said anything. */
export interface SandboxTripsReader {
  /** Asks again when the last answer is two seconds old. Never rejects, and waits for a slow sandbox 100 ms at most. */
  read(): Promise<SandboxTrips | null>;
  /** The same without waiting, as text. */
  nowAsText: () => string;
}

/** Pages show an import soon, and many pages at once cost one request. */
const FRESH_MS = 2_000;

/** The sandbox is on this machine; one that takes longer is not waited for. */
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
  let known: SandboxTrips | null = null;
  let text = "null";
  let asking: Promise<void> | null = null;
  let freshUntil = -Infinity;

  async function ask(): Promise<void> {
    try {
      known = answer.parse(await get("/trips")).data;
      text = JSON.stringify(known);
    } catch {
      // The client has logged why; the last answer still stands.
    }
    freshUntil = elapsed() + FRESH_MS;
    asking = null;
  }

  const isDue = () => asking === null && elapsed() >= freshUntil;

  return {
    async read() {
      if (isDue()) {
        asking = ask();
        await Promise.race([asking, delay(LONGEST_WAIT_MS, undefined, { ref: false })]);
      }
      return known;
    },
    nowAsText() {
      if (isDue()) asking = ask();
      return text;
    },
  };
}
