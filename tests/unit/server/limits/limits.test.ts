import fc from "fast-check";
import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  impersonalContext,
  requestIdUnderWay,
  withRequestContext,
} from "server/http/request-context.server";
import { clientNetwork } from "server/limits/client-network.server";
import { fingerprint } from "server/limits/counters.server";
import { limitRules, type LimitName } from "server/limits/limit-rules.server";
import { createLimits } from "server/limits/limits.server";
import { createLocalCounters } from "server/limits/local-counters.server";
import { clockAhead } from "server/limits/redis-counters.server";

const START = Date.UTC(2026, 0, 1);
const create = () => createLimits(createLocalCounters());
const send = (phone: string) => [
  { rule: "sendAgain", key: phone } as const,
  { rule: "sendPerHour", key: phone } as const,
];

describe("limits", () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }));
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it("let a second code through after 60 seconds, and name that time the same however often asked", async () => {
    const limits = create();
    expect(await limits.take(send("a"))).toMatchObject({ ok: true });
    for (const wait of [0, 10_000, 49_999]) {
      vi.advanceTimersByTime(wait);
      const over = { ok: false, rule: "sendAgain", until: START + 60_000 };
      expect(await limits.take(send("a"))).toEqual(over);
      expect(await limits.freeAt(send("a"))).toBe(START + 60_000);
    }
    vi.advanceTimersByTime(1);
    expect(await limits.freeAt(send("a"))).toBe(0);
    expect(await limits.take(send("a"))).toMatchObject({ ok: true });
  });

  it("let five codes an hour through, refused ones not counted", async () => {
    const limits = create();
    for (let sent = 0; sent < 5; sent += 1) {
      expect(await limits.take(send("a"))).toMatchObject({ ok: true });
      expect(await limits.take(send("a"))).toMatchObject({ ok: false });
      vi.advanceTimersByTime(60_000);
    }
    const over = { ok: false, rule: "sendPerHour", until: START + 3_600_000 };
    expect(await limits.take(send("a"))).toEqual(over);
    vi.setSystemTime(START + 3_600_000);
    vi.runOnlyPendingTimers();
    expect(await limits.take(send("a"))).toMatchObject({ ok: true });
  });

  it("count all or nothing when one of several rules says no", async () => {
    const limits = create();
    const address = { rule: "contactForm", key: "net" } as const;
    for (let used = 0; used < 5; used += 1) await limits.take([address]);
    const both = [{ rule: "sendAgain", key: "a" } as const, address];
    expect(await limits.take(both)).toMatchObject({ ok: false });
    expect(await limits.take([{ rule: "sendAgain", key: "a" }])).toMatchObject({ ok: true });
  });

  it("begin a whole new window after something was given back", async () => {
    const limits = create();
    await limits.take(send("a"));
    await limits.giveBack(send("a"));
    vi.advanceTimersByTime(50_000);
    expect(await limits.take(send("a"))).toMatchObject({ ok: true });
    expect(await limits.freeAt(send("a"))).toBe(START + 110_000);
  });

  it("never let more through in a window than the table says, and name a time at which it works again", async () => {
    const names = Object.keys(limitRules) as LimitName[];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.array(fc.integer({ min: 0, max: 900_000 }), { maxLength: 60 }),
        async (rule, waits) => {
          vi.setSystemTime(START);
          const limits = create();
          const use = [{ rule, key: "k" }];
          const { points, seconds } = limitRules[rule];
          let windowFrom = -Infinity;
          let through = 0;
          for (const wait of waits) {
            vi.advanceTimersByTime(wait);
            const now = Date.now();
            if (now >= windowFrom + seconds * 1000) {
              windowFrom = now;
              through = 0;
            }
            const taken = await limits.take(use);
            expect(taken.ok).toBe(through < points);
            if (taken.ok) through += 1;
            else {
              expect(taken.until).toBe(windowFrom + seconds * 1000);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("end a window when they did before, after one of several counts was given back", async () => {
    const limits = create();
    const form = [{ rule: "contactForm", key: "net" } as const];
    for (let used = 0; used < 3; used += 1) await limits.take(form);
    vi.advanceTimersByTime(60_000);
    await limits.giveBack(form);
    expect(await limits.left(form)).toBe(3);
    for (let used = 0; used < 3; used += 1) await limits.take(form);
    expect(await limits.take(form)).toEqual({
      ok: false,
      rule: "contactForm",
      until: START + 3_600_000,
    });
    await limits.giveBack(form);
    expect(await limits.take(form)).toMatchObject({ ok: true });
    expect(await limits.take(form)).toMatchObject({ ok: false });
  });

  it("tell how often they would still let through: as often as the strictest, and never below 0", async () => {
    const limits = create();
    expect(await limits.left(send("a"))).toBe(1);
    const taken = await limits.take(send("a"));
    expect(taken).toEqual({ ok: true, left: { sendAgain: 0, sendPerHour: 4 } });
    expect(await limits.left(send("a"))).toBe(0);
    expect(await limits.left([{ rule: "sendPerHour", key: "a" }])).toBe(4);
    expect(await limits.left(send("b"))).toBe(1);
    vi.advanceTimersByTime(60_000);
    expect(await limits.left(send("a"))).toBe(1);
  });

  it("name the rule that says no for the longest time, in whatever order, and of equals the first", async () => {
    const full: LimitName[] = [];
    const limits = createLimits(createLocalCounters(), (rule) => full.push(rule));
    const [wrong, anyTry] = [
      { rule: "wrongCode", key: "a" } as const,
      { rule: "codeTry", key: "a" } as const,
    ];
    for (let used = 0; used < 5; used += 1) await limits.take([wrong, anyTry]);
    for (let used = 0; used < 5; used += 1) await limits.take([anyTry]);
    for (const uses of [
      [wrong, anyTry],
      [anyTry, wrong],
    ]) {
      expect(await limits.take(uses)).toMatchObject({ ok: false, rule: uses[0]?.rule });
    }
    for (let used = 0; used < 10; used += 1) {
      await limits.take([{ rule: "refreshNow", key: "b" }]);
      await limits.take([{ rule: "wrongToken", key: "b" }]);
    }
    const both = [
      { rule: "wrongToken", key: "b" } as const,
      { rule: "refreshNow", key: "b" } as const,
    ];
    for (const uses of [both, [...both].reverse()]) {
      expect(await limits.take(uses)).toMatchObject({ rule: "wrongToken", until: START + 900_000 });
    }
    expect(full).toEqual(["wrongCode", "codeTry", "wrongToken", "wrongToken"]);
  });

  it("fail when a count says no that was not asked", async () => {
    const take = () => Promise.resolve({ ok: false, full: 1, until: START } as const);
    const limits = createLimits({ ...createLocalCounters(), take });
    await expect(limits.take([{ rule: "wrongCode", key: "a" }])).rejects.toThrow(
      "A limit that was not asked for said no",
    );
  });

  it("keep counts of different keys apart", async () => {
    const limits = create();
    await limits.take(send("a"));
    expect(await limits.take(send("b"))).toMatchObject({ ok: true });
  });

  it("set no timer that would keep the request it was set in", async () => {
    const limits = create();
    const setIn: (string | undefined)[] = [];
    const { setTimeout } = globalThis;
    vi.spyOn(globalThis, "setTimeout").mockImplementation((...args) => {
      setIn.push(requestIdUnderWay());
      return setTimeout(...args);
    });
    await withRequestContext(impersonalContext("a request"), () => limits.take(send("a")));
    expect(setIn).toEqual([undefined, undefined]);
  });
});

describe("how far a clock is ahead of Redis'", () => {
  const NOW = START;

  it.each([
    ["stays while the answer fits, however long it took", 0, NOW - 5, NOW + 4_000, 0],
    ["stays over what clocks differ by between two settings", 0, NOW + 900, NOW + 902, 0],
    ["is found when clocks are further apart", 0, NOW + 60_000, NOW + 60_010, 60_005],
    ["stays found", 60_005, NOW + 60_000, NOW + 64_000, 60_005],
    ["stays a second behind what is possible", -100, NOW + 900, NOW + 910, -100],
    ["is found further behind", -101, NOW + 900, NOW + 910, 905],
    ["stays a second ahead of what is possible", 1_910, NOW + 900, NOW + 910, 1_910],
    ["is found further ahead", 1_911, NOW + 900, NOW + 910, 905],
    ["is forgotten when the clock was set", 60_005, NOW - 2, NOW, -1],
  ])("%s", (_, known, asked, answered, ahead) => {
    expect(clockAhead(known, NOW, asked, answered)).toBe(ahead);
  });
});

it("something private is counted under a name that nothing else makes of it", () => {
  const name = fingerprint("+919876543210");
  expect(name).toMatch(/^[\w-]{43}$/);
  expect(name).toBe(fingerprint("+919876543210"));
  expect(name).not.toBe(createHash("sha256").update("+919876543210").digest("base64url"));
});

describe("a client's network", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"],
    ["::1", "::/64"],
    ["unknown", "unknown"],
  ])("of %s is %s", (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });
});
