import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { programPath } from "../../scripts/test-programs.js";
import { faults, type Fault } from "./alert-faults";
import { PrometheusServer } from "./prometheus-server";
import { RedisServer, redisMissing } from "../support/redis-server";
import { ScrapeTimeline, SCRAPE_INTERVAL_S, type Scrape } from "./scrape-timeline";
import { ALERTS_FILE, WatchedSite } from "./watched-site";

/** Each alert by its name, with the text of its rule. */
const rules = new Map(
  readFileSync(ALERTS_FILE, "utf8")
    .split("- alert: ")
    .slice(1)
    .map((rule) => [/^\w+/.exec(rule)?.[0] ?? "", rule]),
);
const names = [...rules.keys()];

/** They tell of the machine under the tests too, which may be busy: held against the rules by their own fault alone. */
const OF_THE_MACHINE = ["PulseSlow", "PulseEventLoopLags"];

const SCRAPES_A_MINUTE = 60 / SCRAPE_INTERVAL_S;
const RECOVERED_AFTER_S = 120;

const promtool = programPath("promtool");

const folder = mkdtempSync(join(tmpdir(), "pulse-alerts-"));
afterAll(() => rmSync(folder, { recursive: true }));

let site: WatchedSite;
beforeAll(async () => {
  site = await WatchedSite.start();
});
afterAll(() => site.stop());

/** Plays a fault on the built server: five quiet minutes, the fault, and ten minutes after it. */
async function play(fault: Fault): Promise<{ timeline: ScrapeTimeline; over: number }> {
  const timeline = new ScrapeTimeline();
  await site.visit();
  timeline.add(await site.scrape());
  timeline.goOn(5 * SCRAPES_A_MINUTE);

  const scrapes = fault.minutes * SCRAPES_A_MINUTE;
  const real = Math.min(scrapes, fault.played ?? 3);
  for (let scrape = 1; scrape <= real; scrape += 1) {
    await fault.during?.(site, scrape);
    timeline.add(raised(await site.scrape(), fault.raised ?? {}, scrape));
  }
  timeline.goOn(scrapes - real);
  const over = timeline.now;

  await fault.recover?.(site);
  // Where visitors come, until every alert has to have ended: a breaker that has just tried rests for a while.
  const realAfter = fault.after ? RECOVERED_AFTER_S / SCRAPE_INTERVAL_S : 3;
  for (let scrape = 1; scrape <= realAfter; scrape += 1) {
    await fault.after?.(site);
    timeline.add(await site.scrape());
  }
  timeline.goOn(10 * SCRAPES_A_MINUTE);
  return { timeline, over };
}

/** @param count how many scrapes of the fault there have been */
function raised(scrape: Scrape, figures: Record<string, number>, count: number): Scrape {
  if (scrape === null) return null;
  return new Map(
    [...scrape].map(([series, sample]) => {
      const figure = figures[series.split("{")[0] ?? ""];
      if (figure === undefined) return [series, sample];
      const value = sample.counter ? sample.value + figure * count : figure;
      return [series, { ...sample, value }];
    }),
  );
}

/** Alerts by name, as an expression of PromQL. */
const named = (alerts: string) => `group by (alertname) (${alerts})`;

function expectations({ fires }: Fault, timeline: ScrapeTimeline, over: number) {
  const end = timeline.now;
  const recovered = over + RECOVERED_AFTER_S;
  const FIRING = 'ALERTS{alertstate="firing"';
  return [
    {
      expr: named(`${FIRING},alertname=~"${fires.join("|")}"}`),
      eval_time: `${over}s`,
      exp_samples: fires.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
    },
    {
      expr: named(
        `max_over_time(${FIRING},alertname!~"${[...fires, ...OF_THE_MACHINE].join("|")}"}[${end}s])`,
      ),
      eval_time: `${end}s`,
      exp_samples: [],
    },
    {
      expr: named(`max_over_time(${FIRING},alertname=~"${fires.join("|")}"}[${end - recovered}s])`),
      eval_time: `${end}s`,
      exp_samples: [],
    },
  ];
}

/** The series that are read by the rules of the alerts that this fault is held against; many more are read by others. */
function readSeries({ fires }: Fault, timeline: ScrapeTimeline) {
  const judged = names.filter((name) => fires.includes(name) || !OF_THE_MACHINE.includes(name));
  return timeline
    .series()
    .filter(({ series }) =>
      judged.some((name) => rules.get(name)?.includes(/^\w+/.exec(series)?.[0] ?? "")),
    );
}

/** Has Prometheus' own engine evaluate the shipped rules over a time line. */
function whatPrometheusSays(fault: Fault, timeline: ScrapeTimeline, over: number): string {
  const file = join(folder, "test.json");
  const interval = `${SCRAPE_INTERVAL_S}s`;
  const test = {
    interval,
    input_series: readSeries(fault, timeline),
    promql_expr_test: expectations(fault, timeline, over),
  };
  writeFileSync(
    file,
    // JSON is YAML.
    JSON.stringify({
      rule_files: [resolve(ALERTS_FILE)],
      evaluation_interval: interval,
      tests: [test],
    }),
  );
  // It ends soon, and need not collect its garbage: that is a fifth of its work.
  const env = { ...process.env, GOGC: "400" };
  const { status, stdout, stderr } = spawnSync(promtool ?? "", ["test", "rules", file], { env });
  return status === 0 ? "as expected" : `${stdout.toString()}${stderr.toString()}`;
}

describe.skipIf(promtool === null)("the alerts, as Prometheus sees them", () => {
  it.each(faults)("$name: $fires", async (fault) => {
    const { timeline, over } = await play(fault);
    expect(whatPrometheusSays(fault, timeline, over)).toBe("as expected");
  });
});

it.skipIf(promtool === null || redisMissing)("Redis is away, and back", async () => {
  const redis = await RedisServer.start();
  const watched = await WatchedSite.start({ REDIS_URL: redis.url }, { scrapesMoveClock: false });
  const scrapeOf = async (up: number) => {
    let scrape: Scrape = null;
    await expect
      .poll(async () => (scrape = await watched.scrape())?.get("redis_up{}")?.value)
      .toBe(up);
    return scrape;
  };
  const timeline = new ScrapeTimeline();
  timeline.add(await scrapeOf(1));
  timeline.goOn(10);
  await redis.kill();
  timeline.add(await scrapeOf(0));
  timeline.goOn(3 * SCRAPES_A_MINUTE);
  const over = timeline.now;
  await redis.startAgain();
  timeline.add(await scrapeOf(1));
  timeline.goOn(5 * SCRAPES_A_MINUTE);
  const fault = { name: "Redis is away", minutes: 3, fires: ["PulseRedisAway"] };
  expect(whatPrometheusSays(fault, timeline, over)).toBe("as expected");
  await watched.stop();
  await redis.stop();
});

it("every alert has a fault that it is held against", () => {
  const fired = new Set([...faults.flatMap(({ fires }) => fires), "PulseRedisAway"]);
  expect([...fired].sort()).toEqual([...names].sort());
});

/** Why a busy machine may let them fire here: a second is a minute. */
const OF_A_BUSY_MACHINE = [...OF_THE_MACHINE, "PulseDown"];

it.skipIf(programPath("prometheus") === null)(
  "a Prometheus that runs scrapes the server, evaluates each rule, and sees an upstream fail and come back",
  async () => {
    const watched = await WatchedSite.start({}, { scrapesMoveClock: false });
    const prometheus = await PrometheusServer.start(new URL(watched.server.url).host);
    const firing = async () =>
      (await prometheus.firing()).filter((name) => !OF_A_BUSY_MACHINE.includes(name));
    const comeUntil = async (fired: string[]) =>
      expect
        .poll(
          async () => {
            await watched.visitNewPage();
            return firing();
          },
          { timeout: 60_000 },
        )
        .toEqual(fired);

    await comeUntil([]);
    await watched.getCode();
    for (let code = 0; code < 3; code += 1) await watched.mistypeCode();
    await comeUntil([]);

    // It opens no breaker, whose rests would last sixty times too long here.
    watched.upstream.set("*", { kind: "status", status: 500 });
    await comeUntil(["PulseErrors", "PulseUpstreamFails"]);
    const rules = await prometheus.rules();
    expect(rules.map(({ name }) => name)).toEqual(names);
    expect(rules.filter(({ health }) => health !== "ok")).toEqual([]);

    watched.recover();
    await expect.poll(firing).toEqual([]);
    await prometheus.stop();
    await watched.stop();
  },
  150_000,
);
