import { afterEach, describe, expect, it, vi } from "vitest";
import { createCallPolicies, type Asker } from "server/upstream/call-policies.server";
import { startDeadline, type Deadline } from "server/upstream/deadline.server";
import type { HttpAnswer } from "server/upstream/http-attempt.server";
import { UpstreamError } from "server/upstream/upstream-error.server";

const ONE: Asker = { network: "192.0.2.1" };
const OTHER: Asker = { network: "198.51.100.7" };

const failed = (kind: UpstreamError["kind"], sent = true) =>
  Promise.reject(new UpstreamError(kind, kind, { sent }));

const answered = () => Promise.resolve({ status: 200, body: undefined });

const ENDS: Record<string, () => Promise<HttpAnswer>> = {
  "a timeout": () => failed("timeout"),
  "a reset": () => failed("connection"),
  "503": () => Promise.resolve({ status: 503, body: undefined }),
  "no connection": () => failed("connection", false),
  "a connection that was not made in time": () => failed("timeout", false),
  "a fault of our own": () => failed("internal"),
  "a full queue": () => failed("busy"),
};

const deadlines: Deadline[] = [];
afterEach(() => deadlines.splice(0).forEach((deadline) => deadline.end()));

function policiesUnderTest(breakerPerNetwork = false) {
  const policies = createCallPolicies({
    breaker: true,
    retry: false,
    breakerPerNetwork,
    onBreaker: () => undefined,
  });
  /** How a call ends, and whether it was made. */
  async function send(asker: Asker, end: () => Promise<HttpAnswer> = answered) {
    const deadline = startDeadline(60_000);
    deadlines.push(deadline);
    const call = vi.fn<() => Promise<HttpAnswer>>(end);
    await policies.once(call, deadline, asker).catch(() => undefined);
    return call.mock.calls.length === 1 ? "sent" : "refused";
  }
  return { send, breakerState: () => policies.breakerState() };
}

it.each([
  ["everybody", "everybody", ["a timeout", "a reset", "503", "no connection"]],
  ["a visitor", ONE, ["no connection"]],
] as const)(
  "of the calls for %s only some ends say that the upstream is ill",
  async (_, asker, ill) => {
    for (const [name, end] of Object.entries(ENDS)) {
      const { send, breakerState } = policiesUnderTest();
      for (let call = 0; call < 5; call += 1) await send(asker, end);
      const isIll = (ill as readonly string[]).some((one) => name === one) || /not made/.test(name);
      expect([name, breakerState()]).toEqual([name, isIll ? "open" : "closed"]);
      // Both kinds of callers heed the breaker that is open.
      for (const other of ["everybody", OTHER] as const)
        expect([name, await send(other)]).toEqual([name, isIll ? "refused" : "sent"]);
    }
  },
);

it("where no cache stands before calls, their faults are the own matter of a client network", async () => {
  for (const [name, end] of Object.entries(ENDS)) {
    const { send, breakerState } = policiesUnderTest(true);
    for (let call = 0; call < 5; call += 1) await send(ONE, end);
    const isOfAll = ["no connection", "a connection that was not made in time"].includes(name);
    const isOwn = ["a timeout", "a reset", "503"].includes(name);
    expect([name, breakerState()]).toEqual([name, isOfAll ? "open" : "closed"]);
    const sent = [await send(ONE), await send(OTHER)];
    const expected = isOfAll ? ["refused", "refused"] : [isOwn ? "refused" : "sent", "sent"];
    expect([name, ...sent]).toEqual([name, ...expected]);
  }
});

describe("calls that hang", () => {
  const hangs = () => new Promise<HttpAnswer>(() => undefined);

  it("and that one network chose hold up neither those of others nor those for everybody", async () => {
    const { send } = policiesUnderTest(true);
    for (let call = 0; call < 12; call += 1) void send(ONE, hangs);
    expect([await send(OTHER), await send("everybody")]).toEqual(["sent", "sent"]);
  });
});
