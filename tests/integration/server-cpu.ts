import { rawRequest } from "../support/raw-request";

/** CPU time that a server under test has used since its start, by its own account. Milliseconds. */
async function cpuOf(origin: string): Promise<number> {
  const { body } = await rawRequest(origin, "/metrics");
  const seconds = /^process_cpu_seconds_total (\S+)$/m.exec(body)?.[1];
  if (seconds === undefined) throw new Error("the server tells no CPU time");
  return Number(seconds) * 1000;
}

/**
 * What a request costs the server, in milliseconds of its CPU: the least of several rounds, so that compiling and
 * collecting garbage are nobody's fault. Asking costs something too, which is taken off.
 *
 * @param send sends it once and settles when the answer is there
 */
export async function cpuCost(
  origin: string,
  send: () => Promise<unknown>,
  { rounds = 1, requests = 5 } = {},
): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const start = await cpuOf(origin);
    const asked = await cpuOf(origin);
    for (let sent = 0; sent < requests; sent += 1) await send();
    const end = await cpuOf(origin);
    least = Math.min(least, (end - asked - (asked - start)) / requests);
  }
  return least;
}
