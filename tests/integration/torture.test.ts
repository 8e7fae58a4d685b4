import { describe, expect, it } from "vitest";
import { History } from "../torture/history";
import { createPlan } from "../torture/plan";
import { run } from "../torture/run";
import { haproxyMissing } from "../support/haproxy";
import { redisMissing } from "../support/redis-server";

/** The short form of `npm run torture`: a fault of each kind, and nobody who waits for a minute to pass. */
const SHORT = { seed: 4, journeys: 40, pause: 40, patient: false };

/** What is in the history besides the plan. */
const FOUND_OUT = ["redis-late", "new-primary", "moved"];

describe.skipIf(redisMissing || haproxyMissing)("people before three instances", () => {
  it("keep what they were promised while instances, Redis and upstreams fail", async () => {
    const history = new History();
    expect(await run(createPlan(SHORT), history, { atOnce: 4 })).toEqual([]);
    // That nothing was wrong says something only where something was done.
    const kinds = history.events.map((event) =>
      event.type === "call" ? `${event.call} ${event.answer}` : event.type,
    );
    const count = (kind: string) => kinds.filter((one) => one === kind).length;
    expect(count("request")).toBeGreaterThan(200);
    expect(count("send ok")).toBeGreaterThan(8);
    expect(count("delete ok")).toBeGreaterThan(2);
    const faults = history.events.filter((event) => event.type === "fault");
    expect(faults.filter(({ kind }) => !FOUND_OUT.includes(kind))).toHaveLength(3);
    const seen = history.events.flatMap((event) =>
      event.type === "request" && event.seen ? [event.seen] : [],
    );
    expect(seen.some(({ receipt }) => receipt !== null)).toBe(true);
    expect(seen.some(({ phones }) => phones.length > 0)).toBe(true);
    expect(seen.some(({ marks }) => marks.length > 0)).toBe(true);
    expect(seen.some(({ theme }) => theme === "night")).toBe(true);
    expect(seen.some(({ language }) => language === "hi")).toBe(true);
    expect(seen.flatMap(({ figures }) => figures).length).toBeGreaterThan(20);
  }, 300_000);
});
