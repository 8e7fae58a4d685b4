import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  sharedContext,
  currentRequestIds,
  withRequestContext,
} from "server/process/request-context.server";
import { clientNetwork, networksOf } from "server/process/client-address.server";
import { concurrencyLimits } from "server/limits/concurrency-limits.server";
import { fingerprint, createLocalCounters } from "server/limits/counters.server";
import { limitRules, type LimitName, createLimits } from "server/limits/limits.server";
import { clockAhead } from "server/limits/shared-counters.server";

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
    "refreshNow: 10 in 60 s",
    "chosenRead: 600 in 60 s",
    "wrongToken: 10 in 900 s",
    "webVitals: 120 in 60 s",
    "violationReports: 120 in 60 s",
    "contactForm: 5 in 3600 s",
    "contactTry: 20 in 3600 s",
  ]);
  expect(concurrencyLimits).toEqual({
    exports: { perClient: 2, inAll: 6 },
    eventStreams: { perClient: 20, inAll: 5000 },
  });
});

describe("limits", () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }));

  it("count each key separately, return what each rule has left, and name the rule that refuses", async () => {
    const full: LimitName[] = [];
    const limits = createLimits(createLocalCounters(), (rule) => full.push(rule));
    const verdict = await limits.take(send("a"));
    expect(verdict).toEqual({ ok: true, left: { sendAgain: 0, sendPerHour: 4 } });
    const until = START + 60_000;
    expect(await limits.take(send("a"))).toEqual({ ok: false, rule: "sendAgain", until });
    expect(full).toEqual(["sendAgain"]);
    expect(await limits.freeAt(send("a"))).toBe(until);
    expect([await limits.left(send("a")), await limits.left(send("b"))]).toEqual([0, 1]);
    await limits.giveBack(send("a"));
    expect(await limits.take(send("a"))).toMatchObject({ ok: true });
  });

  it("allow a /56 four times and a /48 16 times as many takes as one client", async () => {
    const limits = createLimits(createLocalCounters());
    const allowed = async (address: (client: number) => string) => {
      let count = 0;
      for (let use = 0; use < 400; use += 1) {
        const verdict = await limits.take([{ rule: "wrongToken", key: address(use % 20) }]);
        if (verdict.ok) count += 1;
      }
      return count;
    };
    expect(await allowed((client) => `198.51.100.${client}`)).toBe(200);
    expect(await allowed((client) => `2001:db8:1:1::${client}`)).toBe(10);
    expect(await allowed((client) => `2001:db8:2:1${client + 10}::1`)).toBe(40);
    expect(await allowed((client) => (client % 2 === 0 ? "::1" : "127.0.0.1"))).toBe(10);
    expect(await allowed((client) => `2001:db8:3:${client + 10}00::1`)).toBe(160);
  });

  it("fail when a counter refuses that is not among the requested ones", async () => {
    const windows = [
      { left: 1, until: START },
      { left: 0, until: START },
    ];
    const take = () => Promise.resolve({ ok: false, windows });
    const limits = createLimits({ ...createLocalCounters(), take });
    await expect(limits.take([{ rule: "wrongCode", key: "a" }])).rejects.toThrow(
      "A limit that was not asked for said no",
    );
  });

  it("set no timer that keeps the context of a request alive", async () => {
    const limits = createLimits(createLocalCounters());
    const requestIds: (string | undefined)[] = [];
    const { setTimeout } = globalThis;
    vi.spyOn(globalThis, "setTimeout").mockImplementation((...args) => {
      requestIds.push(currentRequestIds()?.requestId);
      return setTimeout(...args);
    });
    await withRequestContext(sharedContext("a request"), () => limits.take(send("a")));
    expect(new Set(requestIds)).toEqual(new Set([undefined]));
  });
});

it.each([
  ["stays the same while the answer fits it, however slow the answer", 0, -5, 4_000, 0],
  ["is computed when the clocks are further apart", 0, 60_000, 60_010, 60_005],
  ["stays the same one second below the possible range", -100, 900, 910, -100],
  ["is computed further below that range", -101, 900, 910, 905],
  ["stays the same one second above the possible range", 1_910, 900, 910, 1_910],
  ["is computed further above that range", 1_911, 900, 910, 905],
])("the lead of a clock over Redis %s", (_, before, sent, received, expected) => {
  expect(clockAhead(before, START, START + sent, START + received)).toBe(expected);
});

it("private data is counted under a fingerprint that is not its plain SHA-256 hash", () => {
  const name = fingerprint("+919876543210");
  expect(name).toMatch(/^[\w-]{43}$/);
  expect(name).toBe(fingerprint("+919876543210"));
  expect(name).not.toBe(createHash("sha256").update("+919876543210").digest("base64url"));
});

it.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["unknown", "unknown"],
])("the network of %s is %s, and both belong to the same networks", (address, network) => {
  expect(clientNetwork(address)).toBe(network);
  expect(networksOf(network)).toEqual(networksOf(address));
});
