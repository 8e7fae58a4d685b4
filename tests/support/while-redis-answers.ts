import type { BuiltServer } from "./built-server";
import { rawRequest } from "./raw-request";

/** The number of Redis commands without an answer in time, from the server's own metrics. */
export async function countUnansweredCommands(origin: string): Promise<number> {
  const { body } = await rawRequest(origin, "/metrics");
  const lines = body.matchAll(
    /^redis_operation_duration_seconds_count\{.*outcome="([^"]+)".*\} (\d+)$/gm,
  );
  return [...lines].reduce(
    (sum, [, outcome, count]) => sum + (outcome === "ok" ? 0 : Number(count)),
    0,
  );
}

/** No scenario is repeated after this time: a test may take three minutes. */
const LAST_ROUND_BEGINS_MS = 80_000;

/**
 * Runs a scenario that needs Redis to answer every instance. When Redis misses the product's deadline, as
 * on a busy machine, each instance counts alone, as it should. The result is meaningless then, and the
 * scenario runs again.
 *
 * @param ready resolves when every instance has Redis again
 * @param scenario must be repeatable: uses other visitors each time
 * @throws the scenario's error if Redis answered every command; another error after the last round
 */
export async function retryUntilRedisAnswers(
  servers: readonly BuiltServer[],
  ready: () => Promise<unknown>,
  scenario: () => Promise<void>,
): Promise<void> {
  const unanswered = async () => {
    const counts = await Promise.all(servers.map(({ url }) => countUnansweredCommands(url)));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const startedAt = performance.now();
  for (let round = 1; ; round += 1) {
    await ready();
    const before = await unanswered();
    try {
      return await scenario();
    } catch (error) {
      if ((await unanswered()) === before) throw error;
      if (performance.now() - startedAt < LAST_ROUND_BEGINS_MS) continue;
      const message = `This machine had no time: in ${round} rounds Redis did not answer within its deadline`;
      throw new Error(message, { cause: error });
    }
  }
}
