import { createHash } from "node:crypto";
import { Redis } from "ioredis";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { memoryBounds } from "server/process/memory-bounds.server";
import {
  sharedContext,
  currentRequestId,
  withRequestContext,
} from "server/process/request-context.server";
import { exportLimits } from "server/limits/slots.server";
import {
  limitRules,
  type LimitName,
  createLimits,
  fingerprint,
  retryAfter,
} from "server/limits/limits.server";

const START = Date.UTC(2026, 0, 1);
const send = (key: string) => [
  { rule: "sendAgain", key } as const,
  { rule: "sendPerHour", key } as const,
];

it("the limits have the promised numbers", () => {
  const numbers = Object.entries(limitRules).map(([rule, { points, seconds }]) => {
    return `${rule}: ${points} in ${seconds} s`;
  });
  expect(numbers).toEqual([
    "sendAgain: 1 in 60 s",
    "sendPerHour: 5 in 3600 s",
    "sendPerNumber: 20 in 3600 s",
    "sendPerAddress: 60 in 3600 s",
    "wrongCode: 5 in 900 s",
    "codeTry: 10 in 900 s",
    "chosenRead: 600 in 60 s",
    "contactForm: 5 in 3600 s",
    "contactTry: 20 in 3600 s",
  ]);
  expect(exportLimits).toEqual({ perClient: 2, inAll: 6 });
});

describe("limits", () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }));

  it("count each key separately, return what each rule has left, and name the rule that refuses", async () => {
    const full: LimitName[] = [];
    const limits = createLimits(null, (rule) => full.push(rule));
    const verdict = await limits.take(send("a"));
    expect(verdict).toEqual({ ok: true, left: { sendAgain: 0, sendPerHour: 4 } });
    const until = START + 60_000;
    expect(await limits.take(send("a"))).toEqual({ ok: false, rule: "sendAgain", until });
    expect(full).toEqual(["sendAgain"]);
    expect(await limits.freeAt(send("a"))).toBe(until);
    expect([await limits.left(send("a")), await limits.left(send("b"))]).toEqual([0, 1]);
    await limits.giveBack(send("a"));
    const both = await Promise.all([limits.take(send("a")), limits.take(send("a"))]);
    expect(both.map(({ ok }) => ok)).toEqual([true, false]);
    await limits.giveBack(send("a"));
    expect(await limits.left(send("a"))).toBe(1);
  });

  it("forget the least recently used windows of this process, but none that are shared", async () => {
    const { bytes } = memoryBounds.limitWindows;
    onTestFinished(() => void Object.assign(memoryBounds.limitWindows, { bytes }));
    Object.assign(memoryBounds.limitWindows, { bytes: 1_000 });
    const client = new Redis({ lazyConnect: true });
    const forget = vi.spyOn(client, "del");
    const limits = createLimits({ client, prefix: "" });
    for (const key of ["a", "b", "c"]) await limits.take(send(key));
    expect(await Promise.all(["a", "c"].map((key) => limits.left(send(key))))).toEqual([1, 0]);
    expect(forget).not.toHaveBeenCalled();
  });

  it("count the addresses of a /56 together, and one client's loopback addresses", async () => {
    const limits = createLimits();
    const allowed = async (address: (client: number) => string) => {
      let count = 0;
      for (let use = 0; use < 50; use += 1) {
        const verdict = await limits.take([{ rule: "contactForm", key: address(use % 20) }]);
        if (verdict.ok) count += 1;
      }
      return count;
    };
    expect(await allowed((client) => `2001:db8:1:1${client + 10}::1`)).toBe(5);
    expect(await allowed((client) => (client % 2 === 0 ? "::1" : "127.0.0.1"))).toBe(5);
    expect(await allowed((client) => `198.51.100.${client}`)).toBe(50);
  });

  it("begin a whole window with the first use after all were given back, and end it exactly", async () => {
    const limits = createLimits();
    await limits.take(send("a"));
    vi.advanceTimersByTime(30_000);
    await limits.giveBack(send("a"));
    expect(await limits.take(send("a"))).toMatchObject({ ok: true });
    vi.advanceTimersByTime(59_999);
    const until = START + 90_000;
    expect(await limits.take(send("a"))).toEqual({ ok: false, rule: "sendAgain", until });
    vi.advanceTimersByTime(1);
    expect(await limits.take(send("a"))).toMatchObject({ ok: true, left: { sendPerHour: 3 } });
    // A window that has ended gives nothing back.
    vi.advanceTimersByTime(3_600_000);
    await limits.giveBack(send("a"));
    expect(await limits.left(send("a"))).toBe(1);
  });

  it("end with the full rule that ends last", async () => {
    const limits = createLimits();
    for (let use = 0; use < 5; use += 1) {
      vi.setSystemTime(START + use * 60_000);
      await limits.take(send("a"));
    }
    expect(await limits.freeAt(send("a"))).toBe(START + 3_600_000);
  });

  it("set no timer that keeps the context of a request alive", async () => {
    const limits = createLimits();
    const requestIds: (string | undefined)[] = [];
    const { setTimeout } = globalThis;
    vi.spyOn(globalThis, "setTimeout").mockImplementation((...args) => {
      requestIds.push(currentRequestId());
      return setTimeout(...args);
    });
    await withRequestContext(sharedContext("a request"), () => limits.take(send("a")));
    expect(new Set(requestIds)).toEqual(new Set([undefined]));
  });
});

it("private data is counted under a fingerprint that is not its plain SHA-256 hash", () => {
  const [text, plain] = ["+919876543210", createHash("sha256")];
  expect(fingerprint(text)).not.toBe(plain.update(text).digest("base64url"));
});

it.each([
  [-5_000, "1"],
  [1_000, "1"],
  [1_001, "2"],
])("a wait of %i ms gives a Retry-After of %s s", (ms, seconds) => {
  expect(retryAfter(Date.UTC(2026, 0) + ms, Date.UTC(2026, 0))).toBe(seconds);
});
