import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { Agent, get } from "node:https";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { copyBuild } from "./copy-build";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { freePort } from "../support/free-port";
import { clockFigures } from "../support/clock-figures";
import { FaultyUpstream } from "../support/faulty-upstream";
import { haproxyMissing, startHaproxy } from "../support/haproxy";
import { selfSigned } from "../support/https-front";
import { redisMissing } from "../support/redis-server";
import { startWatchedRedis } from "../support/watched-redis";

const WHOLE_PROOF = process.env.WHOLE_PROOF === "1";
const REQUESTS = 10_000;
const CLIENTS = 16;
const IDLE_SOCKETS = 5_000;

const PAGES = ["/", "/blogs", "/ref/friend", "/contactus", "/pulsescout/delete-user"];
const DASHBOARD = "/pulsescout/dashboard";

const place = mkdtempSync(join(tmpdir(), "pulse-faults-"));
const stops: (() => unknown)[] = [() => rmSync(place, { recursive: true, force: true })];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

/** This build with another name for its first script: what another release looks like to a browser. */
function otherBuild(): string {
  const folder = copyBuild(place);
  rmSync(join(folder, "build/compressed"), { recursive: true });
  const assets = join(folder, "build/client/assets");
  const [before = ""] = readdirSync(assets).filter((name) => /^entry\.client-.{8}\.js$/.test(name));
  const after = "entry.client-OTHER_01.js";
  renameSync(join(assets, before), join(assets, after));
  for (const part of ["build/client", "build/server"]) {
    for (const name of readdirSync(join(folder, part), { recursive: true, encoding: "utf8" })) {
      if (!/\.(js|json)$/.test(name)) continue;
      const file = join(folder, part, name);
      writeFileSync(file, readFileSync(file, "utf8").replaceAll(before, after));
    }
  }
  return folder;
}

/** An upstream whose number of trips is its clock, in seconds since 1970: a figure tells when it was true. */
async function startClockUpstream(): Promise<FaultyUpstream> {
  const upstream = await FaultyUpstream.start();
  upstream.set("/dashboard/metrics", clockFigures);
  stops.push(() => upstream.stop());
  return upstream;
}

interface Visits {
  answered: number;
  failures: string[];
  /** How far a figure was from the moment that the page named for it, in seconds. */
  wrongAges: number[];
  stop: boolean;
}

/** A visitor of one address: pages with everything that they fetch, and the dashboard. */
async function visit(origin: string, ca: string, client: number, visits: Visits): Promise<void> {
  const localAddress = `127.0.${1 + (client % 8)}.${1 + client}`;
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca, localAddress });
  const ask = (path: string) =>
    new Promise<string>((done) => {
      const failed = (what: string) => (visits.failures.push(`${path}: ${what}`), done(""));
      const request = get(new URL(path, origin), { agent }, (answer) => {
        let body = "";
        answer.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
        answer.once("error", (error) => failed(error.message));
        answer.once("end", () => {
          visits.answered += 1;
          if (answer.statusCode === 200) done(body);
          else failed(String(answer.statusCode));
        });
      });
      request.once("error", (error) => failed(error.message));
    });
  for (let turn = client; !visits.stop; turn += 1) {
    const page = await ask(PAGES[turn % PAGES.length] ?? "/");
    const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)];
    for (const [, file = ""] of files.slice(0, 6)) await ask(file);
    const figures = await ask(
      turn % 2 ? DASHBOARD : `${DASHBOARD}?tab=trip&page=${1 + (turn % 3)}`,
    );
    visits.wrongAges.push(...wrongAges(figures));
  }
  agent.destroy();
}

/** Where the page shows the upstream's clock, how far that is from the nearest moment that the page names. */
function wrongAges(page: string): number[] {
  const moments = [...page.matchAll(/dateTime="([^"]+)"/gi)].map(([, time = ""]) =>
    Date.parse(time),
  );
  return [...page.matchAll(/\b1,\d{3},\d{3},\d{3}\b/g)].map(([figure]) => {
    const at = Number(figure.replaceAll(",", "")) * 1000;
    return Math.min(...moments.map((moment) => Math.abs(moment - at))) / 1000;
  });
}

it.skipIf(!WHOLE_PROOF || haproxyMissing || redisMissing)(
  "10,000 requests of other clients are answered while everything around the instances fails",
  async () => {
    const upstream = await startClockUpstream();
    const redis = await startWatchedRedis();
    stops.push(() => redis.stop());
    const certificate = selfSigned();
    mkdirSync(join(place, "certificates"));
    writeFileSync(join(place, "certificates/site.pem"), certificate);
    const [port1, port2] = [String(await freePort()), String(await freePort())];
    const env = {
      ...upstream.settings,
      REDIS_URL: redis.url,
      ASSETS_DIR: join(place, "assets"),
      SESSION_SECRET: "a secret that both instances share",
      TRUST_PROXY: "1",
      LOG_LEVEL: "info",
    };
    let one: BuiltServer = await startBuiltServer({ env: { ...env, PORT: port1 } });
    stops.push(() => one.kill());
    const two = await startBuiltServer({ env: { ...env, PORT: port2 }, fullDisk: true });
    stops.push(() => two.kill());
    const proxy = await startHaproxy([`http://127.0.0.1:${port1}`, `http://127.0.0.1:${port2}`], {
      CERTIFICATES: join(place, "certificates/"),
    });
    stops.push(() => proxy.stop());

    const visits: Visits = { answered: 0, failures: [], wrongAges: [], stop: false };
    const clients = Array.from({ length: CLIENTS }, (_, client) =>
      visit(proxy.tlsUrl, certificate, client, visits),
    );
    const until = (count: number) =>
      vi.waitFor(() => expect(visits.answered).toBeGreaterThan(count), {
        timeout: 600_000,
        interval: 100,
      });

    await until(1_000);
    // One client takes all the connections that it can get.
    const held: Socket[] = [];
    for (let index = 0; index < IDLE_SOCKETS; index += 1) {
      const { hostname, port } = new URL(proxy.url);
      const socket = connect({ host: hostname, port: Number(port), localAddress: "127.0.0.99" });
      socket.on("error", () => undefined);
      held.push(socket);
    }
    await until(3_000);
    await redis.failOver();
    await until(5_000);
    // A release: the one instance comes back as another build.
    expect(await one.stop()).toBe(0);
    one = await startBuiltServer({
      env: { ...env, PORT: port1 },
      instead: { command: [process.execPath, "server/main.js"], cwd: otherBuild() },
    });
    await until(REQUESTS);
    visits.stop = true;
    await Promise.all(clients);
    for (const socket of held) socket.destroy();

    expect(visits.failures).toEqual([]);
    expect(visits.wrongAges.length).toBeGreaterThan(100);
    expect(Math.max(...visits.wrongAges)).toBeLessThan(6);
    process.stdout.write(
      `${visits.answered} answered, ${visits.wrongAges.length} ages, worst ${Math.max(...visits.wrongAges)} s\n`,
    );
  },
  900_000,
);
