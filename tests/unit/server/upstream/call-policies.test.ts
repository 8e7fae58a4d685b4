import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { defaultKeys } from "server/dashboard/resources.server";
import { createCallPolicies, type CallOwner } from "server/upstream/call-policies.server";
import { startDeadline } from "server/resilience/deadline.server";
import type { HttpAnswer } from "server/upstream/http-attempt.server";
import { UpstreamError } from "server/upstream/upstream-error.server";

const ONE: CallOwner = { network: "192.0.2.1" };
const OTHER: CallOwner = { network: "198.51.100.7" };

const fail = (kind: UpstreamError["kind"], sent = true) =>
  Promise.reject(new UpstreamError(kind, kind, { sent }));

const succeed = () => Promise.resolve({ status: 200, body: undefined });

type End = (onSent: () => void) => Promise<HttpAnswer>;

const ENDS: Record<string, End> = {
  "a timeout": () => fail("timeout"),
  "a reset": () => fail("connection"),
  "503": () => Promise.resolve({ status: 503, body: undefined }),
  "no connection": () => fail("connection", false),
  "a connection that was not made in time": () => fail("timeout", false),
  "a fault of our own": () => fail("internal"),
  "a full queue": () => fail("busy"),
};

const NOT_CONNECTED = ["no connection", "a connection that was not made in time"];

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));

function deadlineIn(milliseconds: number) {
  const deadline = startDeadline(milliseconds);
  onTestFinished(() => deadline.end());
  return deadline;
}

function policiesUnderTest(breakerPerNetwork = false) {
  const policies = createCallPolicies({
    breakerPerNetwork,
    waitMs: 30_000,
    reason: () => "it is ill",
    onBreaker: () => undefined,
  });
  /** Sends a call that ends as `end` does, and returns whether it was sent or refused. */
  async function send(owner: CallOwner, end: End = succeed) {
    const call = vi.fn<End>(end);
    await policies.send(call, owner, deadlineIn(60_000), false).catch(() => undefined);
    return call.mock.calls.length === 1 ? "sent" : "refused";
  }
  return { policies, send, breakerState: () => policies.breakerState() };
}

it("calls for everybody open the breaker for all calls when the upstream is faulty", async () => {
  for (const [name, end] of Object.entries(ENDS)) {
    const { send, breakerState } = policiesUnderTest();
    for (let call = 0; call < 5; call += 1) await send("everybody", end);
    const isFaulty = ["a timeout", "a reset", "503", ...NOT_CONNECTED].includes(name);
    expect([name, breakerState()]).toEqual([name, isFaulty ? "open" : "closed"]);
    for (const other of ["everybody", OTHER] as const)
      expect([name, await send(other)]).toEqual([name, isFaulty ? "refused" : "sent"]);
  }
});

it("chosen calls neither open the breaker of the calls for everybody, nor keep it from opening, nor close it", async () => {
  for (const end of Object.values(ENDS)) {
    const { send, breakerState } = policiesUnderTest();
    for (let call = 0; call < 5; call += 1) await send(ONE, end);
    expect(breakerState()).toBe("closed");
  }
  const { send, breakerState } = policiesUnderTest();
  for (let call = 0; call < 5; call += 1) {
    await send("everybody", ENDS["a timeout"]);
    await send(ONE);
  }
  expect(breakerState()).toBe("open");
  vi.advanceTimersByTime(1_000);
  expect([await send(ONE), breakerState()]).toEqual(["sent", "half-open"]);
  expect([await send("everybody"), breakerState()]).toEqual(["sent", "closed"]);
});

it("with a breaker per network, faults other than failed connections stop only the network's own calls", async () => {
  for (const [name, end] of Object.entries(ENDS)) {
    const { send, breakerState } = policiesUnderTest(true);
    for (let call = 0; call < 5; call += 1) await send(ONE, end);
    const isOfAll = NOT_CONNECTED.includes(name);
    const isOwn = ["a timeout", "a reset", "503"].includes(name);
    expect([name, breakerState()]).toEqual([name, isOfAll ? "open" : "closed"]);
    const sent = [await send(ONE), await send(OTHER)];
    const expected = isOfAll ? ["refused", "refused"] : [isOwn ? "refused" : "sent", "sent"];
    expect([name, ...sent]).toEqual([name, ...expected]);
  }
});

it("one call probes whether connections can be made again, and others wait only until it has connected", async () => {
  const { send, breakerState } = policiesUnderTest(true);
  for (let call = 0; call < 5; call += 1) await send(ONE, ENDS["no connection"]);
  vi.advanceTimersByTime(1_000);
  let connect: () => void = () => undefined;
  const probe = vi.fn<End>((onSent) => {
    connect = onSent;
    return new Promise(() => undefined);
  });
  void send(ONE, probe);
  const other = vi.fn<End>(succeed);
  const sent = send(OTHER, other);
  await vi.waitFor(() => expect(probe).toHaveBeenCalledOnce());
  await new Promise((resolve) => setImmediate(resolve));
  expect(other).not.toHaveBeenCalled();
  connect();
  expect([await sent, breakerState()]).toEqual(["sent", "closed"]);
});

const hangs = () => new Promise<HttpAnswer>(() => undefined);

it("hanging calls that one network chose delay neither calls of other networks nor calls for everybody", async () => {
  const { send } = policiesUnderTest(true);
  for (let call = 0; call < 12; call += 1) void send(ONE, hangs);
  expect([await send(OTHER), await send("everybody")]).toEqual(["sent", "sent"]);
});

it("every read of a default view is sent at once while the self-test's calls hang", () => {
  const { send } = policiesUnderTest();
  for (let call = 0; call < 6; call += 1) void send("everybody", hangs);
  const reads = Array.from(defaultKeys, () => vi.fn<End>(hangs));
  for (const read of reads) void send("everybody", read);
  for (const read of reads) expect(read).toHaveBeenCalledOnce();
});

it("a second try that finds no free slot ends with the result of the first", async () => {
  const { policies, send } = policiesUnderTest();
  const unavailable = { status: 503, body: undefined };
  const retried = policies.send(() => Promise.resolve(unavailable), ONE, deadlineIn(1_000), true);
  for (let call = 0; call < 4; call += 1) void send(ONE, hangs);
  expect(await retried).toBe(unavailable);
});

it.each([
  ["closed", "busy"],
  ["open", "circuit-open"],
  ["half-open", "busy"],
] as const)(
  "a call that waits too long for a slot while the breaker is %s is refused as %s",
  async (state, kind) => {
    const { policies, send, breakerState } = policiesUnderTest();
    for (let call = 0; call < 4; call += 1) void send(ONE, hangs);
    const tooLate = new AbortController();
    const deadline = { ...deadlineIn(1_000), tooLate: tooLate.signal };
    const late = policies.send(succeed, ONE, deadline, false);
    if (state !== "closed") {
      for (let call = 0; call < 5; call += 1) await send("everybody", ENDS["503"]);
    }
    if (state === "half-open") vi.advanceTimersByTime(1_000);
    expect(breakerState()).toBe(state);
    tooLate.abort();
    await expect(late).rejects.toMatchObject({ kind });
  },
);
