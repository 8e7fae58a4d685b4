import { Agent, get, type IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import type { WatchedSite } from "./watched-site";

/** Something that goes wrong for a while, or only seems to. */
export interface Fault {
  name: string;
  minutes: number;
  /** How many scrapes of it are real ones, 3 unless told; it goes on as from the last but one of them to the last. */
  played?: number;
  /** The alerts that fire before it is over; no other does at any time. */
  fires: string[];
  /** What happens in the 15 s before each scrape. `scrape`: how many there were since it began. */
  during?: (site: WatchedSite, scrape: number) => Promise<unknown>;
  /** What is too dear to be brought about: by the name of its metric a gauge's figure, or what a counter rises by. */
  raised?: Record<string, number>;
  /** What ends it. */
  recover?: (site: WatchedSite) => unknown;
  /** What happens before each scrape after that: nothing unless told. */
  after?: (site: WatchedSite) => Promise<unknown>;
}

const visit = (site: WatchedSite) => site.visit();
const recover = (site: WatchedSite) => site.recover();
const kill = (site: WatchedSite) => site.server.kill();

async function visitBoth(site: WatchedSite): Promise<void> {
  await site.visit();
  await site.visitNewPage();
  // In 15 s every refresh has ended.
  await site.refreshed();
}

function dies(site: WatchedSite): void {
  site.upstream.set("*", { kind: "reset" });
}

/** What each alert is about, and what looks like it. */
export const faults: Fault[] = [
  {
    name: "a visitor mistypes three codes, and nobody else comes",
    minutes: 10,
    played: 4,
    fires: [],
    async during(site, scrape) {
      if (scrape === 1) await site.getCode();
      if (scrape < 4) await site.mistypeCode();
    },
  },
  {
    name: "visitors mistype codes all the time",
    minutes: 10,
    fires: [],
    async during(site) {
      await site.getCode();
      await site.mistypeCode();
    },
  },
  {
    name: "one call fails in a quiet night",
    minutes: 10,
    fires: [],
    async during(site, scrape) {
      if (scrape > 1) return;
      dies(site);
      await site.visitNewPage();
      site.recover();
    },
  },
  {
    name: "the core API dies while visitors come, and comes back",
    minutes: 25,
    played: 7,
    fires: ["PulseUpstreamFails", "PulseBreakerOpen", "PulseFiguresStale", "PulseErrors"],
    async during(site) {
      dies(site);
      await visitBoth(site);
    },
    recover,
    after: visitBoth,
  },
  {
    name: "the core API dies while visitors come, who then stay away",
    minutes: 25,
    played: 7,
    fires: ["PulseUpstreamFails", "PulseBreakerOpen", "PulseFiguresStale", "PulseErrors"],
    async during(site) {
      dies(site);
      await visitBoth(site);
    },
    recover,
  },
  {
    name: "the core API is slow",
    minutes: 20,
    played: 2,
    fires: ["PulseSlow"],
    async during(site) {
      site.upstream.set("*", { kind: "healthy", delayMs: 2_600 });
      await Promise.all([site.visitNewPage(), site.visitNewPage(), site.visitNewPage()]);
    },
    recover,
    after: visitBoth,
  },
  {
    name: "more come than can be served",
    minutes: 5,
    played: 1,
    fires: ["PulseOverloaded"],
    during: crowd,
    after: visit,
  },
  {
    name: "a crowd comes once",
    minutes: 5,
    played: 2,
    fires: [],
    during: async (site, scrape) => scrape === 1 && crowd(site),
  },
  {
    name: "the process gets no time of the machine",
    minutes: 8,
    fires: ["PulseEventLoopLags"],
    played: 1,
    async during({ server }) {
      for (let stop = 0; stop < 3; stop += 1) {
        server.child.kill("SIGSTOP");
        await delay(250);
        server.child.kill("SIGCONT");
        await delay(20);
      }
    },
  },
  {
    name: "one address sends message after message",
    minutes: 12,
    fires: ["PulseEverybodyLimited"],
    during: (site) => site.sendMessages(sender(site), 10),
  },
  {
    name: "one person presses Send a few times too often",
    minutes: 12,
    fires: [],
    during: async (site, scrape) => scrape === 1 && site.sendMessages(site.visitor(), 8),
  },
  {
    name: "all places for exports are taken, and more are asked for",
    minutes: 2,
    fires: ["PulseExportsFull"],
    during: askForExports,
    recover: endExports,
  },
  {
    name: "live dashboards take nearly all places",
    minutes: 8,
    fires: ["PulseStreamsFull"],
    raised: { event_streams_open: 4_501 },
  },
  {
    name: "the process grows",
    minutes: 35,
    fires: ["PulseMemory"],
    raised: { process_resident_memory_bytes: 401e6 },
  },
  {
    name: "file descriptors run out",
    minutes: 3,
    fires: ["PulseFileDescriptors"],
    raised: { process_open_fds: 900, process_max_fds: 1_024 },
  },
  {
    name: "the log's disk is full",
    minutes: 3,
    fires: ["PulseLogLinesDropped"],
    raised: { log_lines_dropped_total: 10 },
  },
  {
    name: "pages are slow for visitors",
    minutes: 90,
    fires: ["PulsePagesSlowForVisitors"],
    during: (site) => site.tellPaint(5_000),
    after: (site) => site.tellPaint(1_000),
  },
  {
    name: "an instance starts again within half a minute",
    minutes: 0.5,
    fires: [],
    during: kill,
    recover: (site) => site.startAgain(),
    after: visit,
  },
  {
    name: "an instance is gone",
    minutes: 3,
    fires: ["PulseDown"],
    during: kill,
    recover: (site) => site.startAgain(),
    after: visit,
  },
];

let sending: ReturnType<WatchedSite["visitor"]> | undefined;

/** The same at each scrape. */
function sender(site: WatchedSite) {
  return (sending ??= site.visitor());
}

/** Comes all at once, and is joined by others until some are refused. */
async function crowd(site: WatchedSite): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      get(`${site.server.url}/no/such/page`, { agent }, (answer) => {
        answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
      }).once("error", reject);
    });
  let refused = 0;
  const client = async () => {
    while (refused < 10) if ((await ask()) === 503) refused += 1;
  };
  await Promise.all(Array.from({ length: 250 }, client));
  agent.destroy();
}

let exports: IncomingMessage[] = [];

/** Readers who do not read take the six places; seven more find none. */
async function askForExports(site: WatchedSite): Promise<void> {
  const { upstream, server } = site;
  upstream.set("*", { kind: "endless-trips" });
  const ask = (address: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { "X-Forwarded-For": address };
      get(`${server.url}/pulsescout/dashboard/trips.csv`, { headers, agent: false }, resolve).once(
        "error",
        reject,
      );
    });
  while (exports.length < 6) exports.push(await ask(`198.51.100.${exports.length}`));
  for (let other = 0; other < 7; other += 1) {
    const answer = await ask(`198.51.101.${other}`);
    expect(answer.statusCode).toBe(503);
    answer.destroy();
  }
}

function endExports(site: WatchedSite): void {
  for (const one of exports) one.destroy();
  exports = [];
  site.recover();
}
