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
/** Parts of the names of the rows to measure; none for all. */
export const names = positionals;
export const rounds = Number(values.rounds);
/** Of each side of each round. */
export const seconds = Number(values.seconds);

export const BROWSER: Record<string, string> = {
  "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36",
  Accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "Accept-Encoding": "gzip, deflate, br, zstd",
};

/** One answer as it was sent, its body compressed or not. */
export async function get(url: string, headers = BROWSER) {
  const { statusCode: status, headers: sent, body } = await request(url, { headers });
  return { status, headers: sent, body: Buffer.from(await body.arrayBuffer()) };
}
export type Answer = Awaited<ReturnType<typeof get>>;

/** The request of each index. */
type Ask = (index: number) => {
  path: string;
  method?: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
};

/**
 * Asks a server over 32 connections that stay open, one request at a time on each, as fast as it answers.
 *
 * @param until so many seconds have passed, or so many requests were made; `perSecond`: no faster than that
 * @throws at a status that is not accepted, because a fast error page is no measurement
 * @returns answers per second
 */
export async function load(
  url: string,
  ask: Ask,
  until: { seconds?: number; count?: number; perSecond?: number },
  accepts: (status: number) => boolean = (status) => status === 200,
): Promise<number> {
  const { seconds: longest = Infinity, count = Infinity, perSecond = Infinity } = until;
  let [asked, answered] = [0, 0];
  const started = performance.now();
  async function keepAsking(client: Client): Promise<void> {
    while (asked < count && performance.now() < started + longest * 1_000) {
      const index = asked++;
      const early = started + (index / perSecond) * 1_000 - performance.now();
      if (early > 0) await sleep(early);
      const { statusCode, body } = await client.request({ method: "GET", ...ask(index) });
      await body.dump({ limit: Infinity });
      if (!accepts(statusCode)) throw new Error(`${ask(index).path}: status ${statusCode}`);
      answered += 1;
    }
  }
  const clients = Array.from({ length: 32 }, () => new Client(url));
  await Promise.all(clients.map(keepAsking)).finally(() => clients.map((one) => one.destroy()));
  return (answered / (performance.now() - started)) * 1_000;
}

/** As many requests as it takes until a new process runs as fast as it can. */
const WARM_UP = { seconds: 10, count: 5_000 };

interface Side {
  server: Server;
  ask: Ask;
  status?: number;
}

/**
 * Asks two servers in turns, so that a noisy minute of the machine hits both.
 *
 * @returns of each round the answers for a second of the server's CPU time, ours divided by the baseline's; and the
 *   same by the clock, which flatters the slower side where what asks is the slowest
 */
export async function compare(ours: Side, baseline: Side) {
  for (const side of [ours, baseline]) await sample(side, WARM_UP);
  const [byCpu, byClock]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const [one, other] = [await sample(ours, { seconds }), await sample(baseline, { seconds })];
    byCpu.push(one.perCpuSecond / other.perCpuSecond);
    byClock.push(one.perSecond / other.perSecond);
  }
  return { values: byCpu, byClock };
}

async function sample({ server, ask, status = 200 }: Side, until: Parameters<typeof load>[2]) {
  const [before, started] = [cpuSeconds(server.pid), performance.now()];
  const perSecond = await load(server.url, ask, until, (sent) => sent === status);
  const busy = ((cpuSeconds(server.pid) - before) / (performance.now() - started)) * 1_000;
  return { perSecond, perCpuSecond: perSecond / busy };
}

function cpuSeconds(pid: number): number {
  // Where nothing tells it, a server counts as busy all the time.
  if (process.platform !== "linux") return performance.now() / 1_000;
  // The program's name before them, in brackets, may hold spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
