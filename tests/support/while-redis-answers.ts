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

async function unanswered(servers: readonly BuiltServer[]): Promise<number> {
  const counts = await Promise.all(servers.map(({ url }) => unansweredBy(url)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * Runs a scenario of what instances share while Redis answers them. Where it did not answer within the product's
 * deadline, as on a machine with no time for it, each instance counted alone, as it should: the scenario says nothing
 * then and is run again.
 *
 * @param ready settles when every instance has Redis again
 * @param scenario begins from nothing each time: with other visitors
 * @throws what the scenario throws while Redis answers
 */
export async function whileRedisAnswers(
  servers: readonly BuiltServer[],
  ready: () => Promise<unknown>,
  scenario: () => Promise<void>,
): Promise<void> {
  for (;;) {
    await ready();
    const before = await unanswered(servers);
    const failure = await scenario().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    if (failure === null) return;
    if ((await unanswered(servers)) === before) throw failure.error;
  }
}
