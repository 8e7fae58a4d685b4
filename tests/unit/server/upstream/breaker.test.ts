import { beforeEach, expect, it, vi } from "vitest";
import { createBreaker } from "server/upstream/breaker.server";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));

const FAULT = new Error("a fault");

/** A breaker, and calls that end as faults or not as the test says. */
function breakerUnderTest() {
  const changes: string[] = [];
  const breaker = createBreaker({
    isFault: (error) => error === FAULT,
    restMs: () => 1_500,
    refuse: () => new Error("refused"),
    onChange: (state) => changes.push(state),
  });
  const begin = (counts?: false) => {
    let end: (isHealthy: boolean) => void = () => undefined;
    const call = vi.fn(() => {
      return new Promise<void>((resolve, reject) => {
        end = (isHealthy) => (isHealthy ? resolve() : reject(FAULT));
      });
    });
    const outcome = breaker.execute(call, counts).catch((error: unknown) => error);
    return { call, outcome, end: (isHealthy: boolean) => (end(isHealthy), outcome) };
  };
  const fail = async (times: number) => {
    for (let fault = 0; fault < times; fault += 1) await begin().end(false);
  };
  return { breaker, begin, fail, changes };
}

const refusal = { message: "refused" };

it("a breaker opens after five faults in a row, and each failed test doubles the cool-down", async () => {
  const { breaker, begin, fail, changes } = breakerUnderTest();
  await fail(4);
  await begin().end(true);
  await fail(4);
  expect(breaker.state()).toBe("closed");
  await fail(1);
  for (const coolDownMs of [1_000, 2_000, 4_000, 8_000, 15_000, 15_000]) {
    vi.advanceTimersByTime(coolDownMs - 1);
    const early = begin();
    expect(await early.outcome).toMatchObject(refusal);
    expect(early.call).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(breaker.state()).toBe("half-open");
    await fail(1);
  }
  vi.advanceTimersByTime(15_000);
  await begin().end(true);
  expect([breaker.state(), changes.at(-1)]).toEqual(["closed", "closed"]);
  await fail(5);
  vi.advanceTimersByTime(1_000);
  expect(breaker.state()).toBe("half-open");
});

it("for a chosen call the call that failed last tests the server, and all others wait for its outcome", async () => {
  const { breaker, begin, fail } = breakerUnderTest();
  await fail(4);
  const failing = begin();
  await failing.end(false);
  vi.advanceTimersByTime(1_499);
  // Neither of these tests the server, or waits for the other.
  for (const { call } of [begin(false), begin(false)]) expect(call).toHaveBeenCalledOnce();
  expect([breaker.state(), failing.call.mock.calls.length]).toEqual(["half-open", 1]);
  vi.advanceTimersByTime(1);
  const refused = [begin(false), begin()];
  expect(failing.call).toHaveBeenCalledTimes(2);
  await failing.end(false);
  for (const { call, outcome } of refused) {
    expect(await outcome).toMatchObject(refusal);
    expect(call).not.toHaveBeenCalled();
  }
  vi.advanceTimersByTime(2_000);
  const sent = [begin(false), begin()];
  for (const { call } of sent) expect(call).not.toHaveBeenCalled();
  await failing.end(true);
  await vi.waitFor(() => {
    for (const { call } of sent) expect(call).toHaveBeenCalledOnce();
  });
});

it("calls that began before the breaker opened neither close it nor lengthen its cool-down", async () => {
  const { breaker, begin, fail } = breakerUnderTest();
  const [late, ...later] = [begin(), begin(), begin()];
  await fail(5);
  await late?.end(true);
  expect(breaker.state()).toBe("open");
  vi.advanceTimersByTime(1_000);
  for (const [index, call] of later.entries()) {
    await call.end(index > 0);
    expect(breaker.state()).toBe("half-open");
  }
});
