import type { BuiltServer } from "./built-server";
import { rawRequest } from "./raw-request";

/** Calls of Redis that were not answered in time, as a server counts them itself. */
export async function unansweredBy(origin: string): Promise<number> {
  const { body } = await rawRequest(origin, "/metrics");
  const lines = body.matchAll(
    /^redis_operation_duration_seconds_count\{.*outcome="([^"]+)".*\} (\d+)$/gm,
  );
  return [...lines].reduce(
    (sum, [, outcome, count]) => sum + (outcome === "ok" ? 0 : Number(count)),
    0,
  );
}

/** A scenario is not run again once so much time has passed: a test has three minutes. */
const LAST_ROUND_BEGINS_MS = 80_000;

/**
 * Runs a scenario of what instances share while Redis answers them. Where it did not answer within the product's
 * deadline, as on a machine with no time for it, each instance counted alone, as it should: the scenario says nothing
 * then and is run again.
 *
 * @param ready settles when every instance has Redis again
 * @param scenario begins from nothing each time: with other visitors
 * @throws what the scenario throws while Redis answers; an error that says so where the machine has no time
 */
export async function whileRedisAnswers(
  servers: readonly BuiltServer[],
  ready: () => Promise<unknown>,
  scenario: () => Promise<void>,
): Promise<void> {
  const unanswered = async () => {
    const counts = await Promise.all(servers.map(({ url }) => unansweredBy(url)));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const begun = performance.now();
  for (let round = 1; ; round += 1) {
    await ready();
    const before = await unanswered();
    try {
      return await scenario();
    } catch (error) {
      if ((await unanswered()) === before) throw error;
      if (performance.now() - begun < LAST_ROUND_BEGINS_MS) continue;
      const message = `This machine had no time: in ${round} rounds Redis did not answer within its deadline`;
      throw new Error(message, { cause: error });
    }
  }
}
