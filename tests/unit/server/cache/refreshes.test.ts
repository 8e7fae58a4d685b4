import { AsyncLocalStorage } from "node:async_hooks";
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { StaleWhileRevalidateCache } from "server/cache/stale-while-revalidate.server";
import { singleInstanceTier } from "server/cache/shared-tier.server";
import type { BeforeSend } from "server/upstream/http-client.server";
import { busy, type UpstreamError } from "server/upstream/upstream-error.server";
import { SharedMemory } from "../../../support/shared-memory";
import { FRESH_MS, http, queryOf, settled } from "./cache-under-test";

const networkStore = new AsyncLocalStorage<string>();

/** A call that waits for a place in the queue of its network, and then for its answer. */
interface Call {
  network: string;
  giveUp: (error: Error) => void;
  takePlace: () => void;
  answer: ((outcome: number | Error) => void) | null;
}

/** Processes with a shared cache tier, and an upstream whose places and answers the test gives. */
function world(processes: number) {
  const shared = new SharedMemory(() => performance.now());
  const calls: Call[] = [];
  const sent = () => calls.filter(({ answer }) => answer !== null);
  const caches = Array.from({ length: processes }, () => {
    const tier = processes === 1 ? singleInstanceTier : shared.connection(60_000).tier;
    const currentNetwork = () => networkStore.getStore() ?? "";
    return new StaleWhileRevalidateCache({ tier, fetchMs: 60_000, currentNetwork });
  });

  function fetch(beforeSend: BeforeSend): Promise<number> {
    return new Promise((resolve, reject) => {
      const end = () => void calls.splice(calls.indexOf(call), 1);
      const send = () => {
        call.answer = (outcome) => {
          end();
          if (typeof outcome === "number") resolve(outcome);
          else reject(outcome);
        };
      };
      const call: Call = {
        network: networkStore.getStore() ?? "",
        answer: null,
        giveUp: (error: Error) => {
          end();
          reject(error);
        },
        takePlace: () => void beforeSend().then(send).catch(call.giveUp),
      };
      calls.push(call);
    });
  }

  async function takePlace(network: string) {
    calls.find((call) => call.network === network)?.takePlace();
    await settled();
  }
  return {
    calls,
    sent,
    takePlace,
    /** Gives a network's call its place, then answers the first call that was sent. */
    serve: async (network: string, outcome: number | Error) => {
      await takePlace(network);
      sent()[0]?.answer?.(outcome);
    },
    read: (network: string, process = 0) =>
      networkStore.run(network, async () => {
        const cache = caches[process % processes];
        return (await cache?.read(queryOf("key", fetch)))?.value;
      }),
  };
}

const [CROWD, VISITOR] = ["192.0.2.1", "198.51.100.7"];

it.each([1, 2])(
  "a reader is not delayed by the queue of another network that waits for the same key (%i processes)",
  async (processes) => {
    const { read, takePlace, serve, sent } = world(processes);
    const crowd = read(CROWD);
    await settled();
    const visitor = read(VISITOR, 1);
    await settled();
    await serve(VISITOR, 7);
    expect(await Promise.all([visitor, crowd])).toEqual([7, 7]);
    await takePlace(CROWD);
    expect(sent()).toEqual([]);
  },
);

it("a stale answer is refreshed by a call of one network, however many networks read it", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { calls, read, serve } = world(1);
  const first = read(VISITOR);
  await settled();
  await serve(VISITOR, 1);
  await first;
  vi.advanceTimersByTime(FRESH_MS);
  const networks = Array.from({ length: 100 }, (_, index) => `192.0.2.${index}`);
  const reads = networks.map((network) => read(network));
  expect(new Set(await Promise.all(reads))).toEqual(new Set([1]));
  await settled();
  expect(calls.map(({ network }) => network)).toEqual(["192.0.2.0"]);
  // When that network's call is refused, the network of the next reader refreshes the answer.
  calls[0]?.giveUp(busy());
  await settled();
  await read(VISITOR);
  await settled();
  expect(calls.map(({ network }) => network)).toEqual([VISITOR]);
  // A call that waits for its place delays other networks for no more than a second.
  vi.advanceTimersByTime(1_000);
  await read(CROWD);
  await settled();
  expect(calls.map(({ network }) => network)).toEqual([VISITOR, CROWD]);
});

it("a reader waits in the queue of its own network when another instance failed to fetch the key", async () => {
  // The crowd's read polls the other instance's result every 250 ms. The visitor's call is sent before the next poll.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { read, takePlace, serve } = world(2);
  const [elsewhere, crowd] = [read("elsewhere", 1), read(CROWD)];
  const rejection = expect(elsewhere).rejects.toMatchObject({ kind: "busy" });
  await settled();
  await takePlace("elsewhere");
  await serve(CROWD, busy());
  await rejection;
  const visitor = read(VISITOR);
  await settled();
  await serve(VISITOR, 7);
  await vi.advanceTimersByTimeAsync(250);
  expect(await Promise.all([visitor, crowd])).toEqual([7, 7]);
});

it.each([1, 2])(
  "any reads of several networks send one call at a time, and a refusal reaches only its own network (%i processes)",
  async (processes) => {
    const NETWORKS = ["a", "b", "c"];
    const step = fc.record({
      kind: fc.constantFrom("read", "place", "refuse", "answer", "fail"),
      network: fc.constantFrom(...NETWORKS),
      process: fc.nat(processes - 1),
    });
    const steps = fc.array(step, { maxLength: 40, size: "max" });
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const { calls, sent, takePlace, read } = world(processes);
        const refusals = new Map(NETWORKS.map((name) => [name, busy()]));
        const faults: unknown[] = [];
        const reads: Promise<unknown>[] = [];
        for (const { kind, network, process } of sequence) {
          const next = calls.find((call) => call.network === network && call.answer === null);
          const refusal = refusals.get(network) ?? busy();
          if (kind === "read") {
            const judge = (error: UpstreamError) => {
              if (error.kind === "busy" && error !== refusal) faults.push(error);
            };
            reads.push(read(network, process).catch(judge));
          } else if (kind === "place") next?.takePlace();
          else if (kind === "refuse") next?.giveUp(refusal);
          else sent()[0]?.answer?.(kind === "answer" ? 1 : http());
          await settled();
          if (sent().length > 1) faults.push("two calls at once");
        }
        while (calls.length > 0) {
          for (const network of NETWORKS) await takePlace(network);
          sent()[0]?.answer?.(1);
          await settled();
        }
        await Promise.all(reads);
        expect(faults).toEqual([]);
      }),
      { numRuns: 100 },
    );
  },
);
