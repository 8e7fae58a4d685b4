import { beforeEach, expect, it, vi } from "vitest";
import { createBreaker, type Judgement } from "server/resilience/breaker.server";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));

/** A breaker that opens at the second fault, and calls that end with a judgement of the test. */
function breakerUnderTest() {
  const changes: string[] = [];
  const breaker = createBreaker({
    threshold: 2,
    firstCoolDownMs: 1_000,
    longestCoolDownMs: 3_000,
    refuse: () => new Error("refused"),
    onChange: (state) => changes.push(state),
  });
  const begin = (tooLate?: AbortSignal) => {
    let end: (judgement: Judgement) => void = () => undefined;
    const call = vi.fn(() => new Promise<Judgement>((resolve) => (end = resolve)));
    const judge = (outcome: { value: Judgement } | { error: unknown }) =>
      "value" in outcome ? outcome.value : "inconclusive";
    const outcome = breaker.execute(call, judge, tooLate).catch((error: unknown) => error);
    return { call, outcome, end: (judgement: Judgement) => (end(judgement), outcome) };
  };
  const open = async () => {
    for (let fault = 0; fault < 2; fault += 1) await begin().end("faulty");
  };
  return { breaker, begin, open, changes };
}

const refusal = { message: "refused" };

it("a breaker opens after faults in a row, and each failed probe doubles the cool-down", async () => {
  const { breaker, begin, open, changes } = breakerUnderTest();
  for (const judgement of ["faulty", "healthy", "faulty", "inconclusive"] as const)
    await begin().end(judgement);
  expect(breaker.state()).toBe("closed");
  await begin().end("faulty");
  for (const coolDownMs of [1_000, 2_000, 3_000, 3_000]) {
    vi.advanceTimersByTime(coolDownMs - 1);
    const early = begin();
    expect(await early.outcome).toMatchObject(refusal);
    expect(early.call).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(breaker.state()).toBe("half-open");
    await begin().end("faulty");
  }
  vi.advanceTimersByTime(3_000);
  await begin().end("healthy");
  expect(changes.slice(-2)).toEqual(["half-open", "closed"]);
  await open();
  vi.advanceTimersByTime(1_000);
  expect(breaker.state()).toBe("half-open");
});

it("calls during a probe wait for it, and after a probe without a judgement the next call is a probe", async () => {
  const { begin, open } = breakerUnderTest();
  await open();
  vi.advanceTimersByTime(1_000);
  const [first, second, third] = [begin(), begin(), begin()];
  expect([second.call, third.call].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  await first.end("inconclusive");
  await vi.waitFor(() => expect(second.call).toHaveBeenCalledOnce());
  expect(third.call).not.toHaveBeenCalled();
  const tooLate = new AbortController();
  const impatient = begin(tooLate.signal);
  tooLate.abort();
  expect(await impatient.outcome).toMatchObject(refusal);
  await second.end("faulty");
  expect(await third.outcome).toMatchObject(refusal);
});

it("a call that began before the breaker opened does not close it", async () => {
  const { breaker, begin, open } = breakerUnderTest();
  const late = begin();
  await open();
  await late.end("healthy");
  expect(breaker.state()).toBe("open");
});
