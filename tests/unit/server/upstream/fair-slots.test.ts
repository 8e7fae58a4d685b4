import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createFairSlots } from "server/upstream/fair-slots.server";

const [CROWD, VISITOR] = ["192.0.2.1", "198.51.100.7"];
const never = () => new AbortController().signal;

/** Calls that end when they are told to. */
function calls(atOnce: number, mostWaiting: number) {
  const places = createFairSlots(atOnce, mostWaiting);
  const begun: { name: string; end: () => void }[] = [];
  const told: string[] = [];
  const call = (name: string, network: string, tooLate = never()) =>
    void places
      .execute(
        network,
        () => new Promise<void>((resolve) => begun.push({ name, end: resolve })),
        tooLate,
      )
      .then(
        () => told.push(`${name} done`),
        (error: unknown) => told.push(`${name} ${(error as Error).name}`),
      );
  return { call, begun, told };
}

describe("places for calls to an upstream", () => {
  it("go to client networks in turns", async () => {
    const { call, begun } = calls(2, 100);
    for (let index = 0; index < 20; index += 1) call(`crowd ${index}`, CROWD);
    call("visitor", VISITOR);
    expect(begun.map(({ name }) => name)).toEqual(["crowd 0", "crowd 1"]);
    for (let index = 0; index < 3; index += 1) {
      begun[index]?.end();
      await delay(0);
    }
    expect(begun.map(({ name }) => name)).toContain("visitor");
  });

  it("of which all are taken turn away the newest of the largest crowd", async () => {
    const { call, begun, told } = calls(1, 3);
    for (let index = 0; index < 4; index += 1) call(`crowd ${index}`, CROWD);
    call("visitor", VISITOR);
    await delay(0);
    expect(told).toEqual(["crowd 3 UpstreamError"]);
    begun[0]?.end();
    await delay(0);
    begun[1]?.end();
    await delay(0);
    expect(begun.map(({ name }) => name)).toEqual(["crowd 0", "crowd 1", "visitor"]);
  });

  it("are not taken by who waited too long", async () => {
    const { call, begun, told } = calls(1, 10);
    const tooLate = new AbortController();
    call("first", CROWD);
    call("late", CROWD, tooLate.signal);
    call("last", CROWD);
    tooLate.abort();
    await delay(0);
    expect(told).toEqual(["late UpstreamError"]);
    begun[0]?.end();
    await delay(0);
    expect(begun.map(({ name }) => name)).toEqual(["first", "last"]);
  });
});
