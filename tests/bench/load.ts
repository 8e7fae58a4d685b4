import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Client, request } from "undici";
import type { Server } from "./servers";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
  },
});
/** Substrings of the names of the rows to measure; empty for all rows. */
export const names = positionals;
export const rounds = Number(values.rounds);
/** Duration of one sample: each round takes one per side. */
export const seconds = Number(values.seconds);

export const BROWSER: Record<string, string> = {
  "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36",
  Accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "Accept-Encoding": "gzip, deflate, br, zstd",
};

/** Fetches one response; the body stays compressed as it was sent. */
export async function get(url: string, headers = BROWSER) {
  const { statusCode: status, headers: responseHeaders, body } = await request(url, { headers });
  return { status, headers: responseHeaders, body: Buffer.from(await body.arrayBuffer()) };
}
export type Answer = Awaited<ReturnType<typeof get>>;

/** Creates the request with the given index. */
type MakeRequest = (index: number) => {
  path: string;
  method?: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
};

/**
 * Sends requests over 32 keep-alive connections, one at a time on each, as fast as the server answers.
 *
 * @param until stops after `seconds` or `count` requests; `perSecond` limits the rate
 * @throws for a status that `accepts` rejects, because a fast error page is no measurement
 * @returns responses per second
 */
export async function load(
  url: string,
  ask: MakeRequest,
  until: { seconds?: number; count?: number; perSecond?: number },
  accepts: (status: number) => boolean = (status) => status === 200,
): Promise<number> {
  const { seconds: maxSeconds = Infinity, count = Infinity, perSecond = Infinity } = until;
  let [sent, received] = [0, 0];
  const started = performance.now();
  async function sendAll(client: Client): Promise<void> {
    while (sent < count && performance.now() < started + maxSeconds * 1_000) {
      const index = sent++;
      const waitMs = started + (index / perSecond) * 1_000 - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      const { statusCode, body } = await client.request({ method: "GET", ...ask(index) });
      await body.dump({ limit: Infinity });
      if (!accepts(statusCode)) throw new Error(`${ask(index).path}: status ${statusCode}`);
      received += 1;
    }
  }
  const clients = Array.from({ length: 32 }, () => new Client(url));
  await Promise.all(clients.map(sendAll)).finally(() => clients.map((client) => client.destroy()));
  return (received / (performance.now() - started)) * 1_000;
}

/** Enough requests for a new process to reach its full speed. */
const WARM_UP = { seconds: 10, count: 5_000 };

interface Side {
  server: Server;
  ask: MakeRequest;
  status?: number;
}

/**
 * Measures two servers in turns, so that a noisy minute of the machine affects both.
 *
 * @returns per round, responses per second of server CPU time, ours divided by the baseline's; `byClock` is the
 *   same by wall-clock time, which flatters the slower side when the load generator is the bottleneck
 */
export async function compare(ours: Side, baseline: Side) {
  for (const side of [ours, baseline]) await sample(side, WARM_UP);
  const [byCpu, byClock]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const [left, right] = [await sample(ours, { seconds }), await sample(baseline, { seconds })];
    byCpu.push(left.perCpuSecond / right.perCpuSecond);
    byClock.push(left.perSecond / right.perSecond);
  }
  return { values: byCpu, byClock };
}

async function sample({ server, ask, status = 200 }: Side, until: Parameters<typeof load>[2]) {
  const [before, started] = [cpuSeconds(server.pid), performance.now()];
  const perSecond = await load(server.url, ask, until, (received) => received === status);
  const busy = ((cpuSeconds(server.pid) - before) / (performance.now() - started)) * 1_000;
  return { perSecond, perCpuSecond: perSecond / busy };
}

function cpuSeconds(pid: number): number {
  // Without /proc, a server counts as busy all the time.
  if (process.platform !== "linux") return performance.now() / 1_000;
  // The program's name, in brackets before these fields, may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
