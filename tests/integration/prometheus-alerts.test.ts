import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { programPath } from "../../scripts/test-programs.js";
import { EVERY_PAGE } from "../support/every-page";
import { rawRequest } from "../support/raw-request";
import { METRICS_TOKEN, useSharedSite } from "./shared-site";

/** The rules that Prometheus judges by. */
const ALERTS_FILE = "deploy/prometheus-alerts.yml";

/** What scrapes bring while something goes wrong for a while, between five quiet minutes and another ten. */
interface Fault {
  minutes: number;
  /** Minutes before it, where five are not enough. */
  quiet?: number;
  /** The alerts that fire at its end, and no longer two minutes later. */
  fires?: string | string[];
  /** Of those, what fires for longer: until its shorter window has passed. */
  lasts?: string[];
  /** By the name of a series: by how much each scrape of the fault raises it. */
  raised?: Record<string, number>;
  /** By the name of a series: its values in Prometheus' notation, from the first scrape on. */
  written?: Record<string, string>;
  /** By the name of a series: its figure, and its figure during the fault. */
  changed?: Record<string, [usual: number, bad: number | "0 1"]>;
}

const DASHBOARD = 'method="GET",route="/pulsescout/dashboard"';
const answers = (status: number) =>
  `http_request_duration_seconds_count{${DASHBOARD},status="${status}"}`;
const answersWithin = (seconds: string) =>
  `http_request_duration_seconds_bucket{le="${seconds}",${DASHBOARD},status="200"}`;
const FAST = "PulseAvailabilityBurnsFast";
const SLOWLY = "PulseAvailabilityBurnsSlowly";
const PAGES_SLOW = ["PulseLatencyBurnsFast", "PulseLatencyBurnsSlowly"];
const calls = (outcome: string) => `upstream_requests_total{upstream="core",outcome="${outcome}"}`;
const limited = (rule: string) => `limit_hits_total{rule="${rule}"}`;
const answered = (by: "backend" | "server") =>
  `haproxy_${by}_http_responses_total{proxy="instances",code="5xx"}`;
const paints = (seconds: string) =>
  `web_vital_seconds_bucket{le="${seconds}",vital="LCP",page="/blogs"}`;
const ALL_PAINTS = 'web_vital_seconds_count{vital="LCP",page="/blogs"}';
const BUSY = 'http_refusals_total{reason="busy"}';
const HALF_OPEN = 'upstream_breaker_state{upstream="core",state="open"}';
const STALE = 'cache_reads_total{policy="metrics",outcome="stale"}';

/** What each alert is about, and what only looks like it. */
const faults: Record<string, Fault> = {
  "an instance is gone": { minutes: 3, fires: "PulseDown", changed: { up: [1, 0] } },
  "an instance starts again within half a minute": { minutes: 0.5, changed: { up: [1, 0] } },
  "one answer in ten fails": {
    minutes: 4,
    fires: ["PulseErrors", FAST, SLOWLY],
    lasts: [FAST, SLOWLY],
    raised: { [answers(200)]: 9, [answers(502)]: 1 },
  },
  "one answer fails": { minutes: 0.25, raised: { [answers(502)]: 1 } },
  "visitors are told to come back later": {
    minutes: 10,
    fires: [FAST, SLOWLY],
    lasts: [FAST, SLOWLY],
    raised: { [answers(503)]: 9 },
  },
  "one answer in a hundred and twenty fails for long": {
    minutes: 40,
    fires: SLOWLY,
    lasts: [SLOWLY],
    raised: { [answers(502)]: 1 },
    written: { [answers(200)]: "0+119x400" },
  },
  "a part of one minute in a busy hour fails": {
    minutes: 1,
    quiet: 60,
    raised: { [answers(502)]: 20 },
    written: { [answers(200)]: "0+100x400" },
  },
  "an instance starts anew after failures, and its counters with it": {
    minutes: 1,
    quiet: 60,
    written: {
      [answers(200)]: "90000+30x239 0+30x200",
      [answers(502)]: "5000x239 stale _x2 1x200",
    },
  },
  "an instance is seen once": {
    minutes: 1,
    written: { [answers(200)]: "_x19 50 stale", [answers(502)]: "_x19 50 stale" },
  },
  "an instance has just started, and fails from the first answer on": {
    minutes: 4,
    fires: ["PulseErrors", FAST, SLOWLY],
    lasts: [FAST, SLOWLY],
    written: { [answers(200)]: "_x19 0x60", [answers(502)]: "_x19 0 5+5x15 80x40" },
  },
  "the job has no target any more": {
    minutes: 4,
    fires: "PulseGone",
    written: { up: "1x19 stale _x15 1x160" },
  },
  "answers take five seconds": {
    minutes: 16,
    fires: ["PulseSlow", ...PAGES_SLOW],
    lasts: PAGES_SLOW,
    raised: {
      [answers(200)]: 3,
      [answersWithin("0.3")]: 0,
      [answersWithin("2.5")]: 0,
      [answersWithin("5")]: 3,
      [answersWithin("+Inf")]: 3,
    },
  },
  "answers take two seconds": {
    minutes: 16,
    raised: { [answers(200)]: 3, [answersWithin("2.5")]: 3, [answersWithin("+Inf")]: 3 },
  },
  "one page in ten takes longer than 300 ms for long": {
    minutes: 60,
    fires: "PulseLatencyBurnsSlowly",
    lasts: ["PulseLatencyBurnsSlowly"],
    raised: { [answers(200)]: 10, [answersWithin("0.3")]: 9 },
  },
  "one page in thirty takes longer than 300 ms": {
    minutes: 60,
    raised: { [answers(200)]: 30, [answersWithin("0.3")]: 29 },
  },
  "more come than can be served": { minutes: 4, fires: "PulseOverloaded", raised: { [BUSY]: 5 } },
  "a crowd comes once": { minutes: 0.25, raised: { [BUSY]: 500 } },
  "the process gets no time of the machine": {
    minutes: 7,
    fires: "PulseEventLoopLags",
    changed: { nodejs_eventloop_lag_p99_seconds: [0.02, 0.25] },
  },
  "most calls of the core API fail": {
    minutes: 5,
    fires: "PulseUpstreamFails",
    raised: { [calls("ok")]: 1, [calls("timeout")]: 2 },
  },
  "one call fails in a quiet night": { minutes: 0.25, raised: { [calls("timeout")]: 1 } },
  "visitors mistype codes all the time": { minutes: 10, raised: { [calls("declined")]: 5 } },
  "a breaker is open, and half-open at every second scrape": {
    minutes: 8,
    fires: "PulseBreakerOpen",
    changed: { [HALF_OPEN]: [0, "0 1"] },
  },
  "old figures are shown": { minutes: 18, fires: "PulseFiguresStale", raised: { [STALE]: 1 } },
  "Redis is away": { minutes: 4, fires: "PulseRedisAway", changed: { redis_up: [1, 0] } },
  "one address sends message after message": {
    minutes: 12,
    fires: "PulseEverybodyLimited",
    raised: { [limited("contactForm")]: 5 },
  },
  "one person sends a message too often": {
    minutes: 0.25,
    raised: { [limited("contactForm")]: 8 },
  },
  "live dashboards take nearly all places": {
    minutes: 7,
    fires: "PulseStreamsFull",
    changed: { event_streams_open: [0, 4_501] },
  },
  "all places for exports are taken, and more are asked for": {
    minutes: 2,
    fires: "PulseExportsFull",
    raised: { [limited("exports-all-full")]: 2 },
  },
  "the process grows": {
    minutes: 33,
    fires: "PulseMemory",
    changed: { process_resident_memory_bytes: [200e6, 401e6] },
  },
  "file descriptors run out": {
    minutes: 2,
    fires: "PulseFileDescriptors",
    changed: { process_open_fds: [40, 900], process_max_fds: [1_024, 1_024] },
  },
  "the log's disk is full": {
    minutes: 2,
    fires: "PulseLogLinesDropped",
    raised: { log_lines_dropped_total: 10 },
  },
  "pages are slow for visitors": {
    minutes: 60,
    fires: "PulsePagesSlowForVisitors",
    raised: { [ALL_PAINTS]: 1, [paints("4")]: 0, [paints("6")]: 1, [paints("+Inf")]: 1 },
  },
  "the proxy is gone": {
    minutes: 3,
    fires: "PulseProxyDown",
    changed: { 'up{job="haproxy"}': [1, 0] },
  },
  "no instance is ready": {
    minutes: 3,
    fires: ["PulseNoInstance", "PulseProxyFails"],
    raised: { [answered("backend")]: 5, [answered("server")]: 0 },
    changed: { 'haproxy_backend_active_servers{proxy="instances"}': [2, 0] },
  },
  "the last instance is restarted": {
    minutes: 0.25,
    raised: { [answered("backend")]: 50, [answered("server")]: 0 },
    changed: { 'haproxy_backend_active_servers{proxy="instances"}': [1, 0] },
  },
  "instances send visitors away by themselves": {
    minutes: 10,
    raised: { [answered("backend")]: 5, [answered("server")]: 5 },
  },
  "the proxy refuses one network for long": {
    minutes: 9,
    fires: "PulseProxyRefuses",
    raised: {
      'haproxy_frontend_requests_denied_total{proxy="site"}': 30,
      'haproxy_frontend_denied_connections_total{proxy="site"}': 0,
    },
  },
};

const SCRAPES_A_MINUTE = 4;
const INTERVAL = `${60 / SCRAPES_A_MINUTE}s`;
const QUIET_MINUTES = 5;
const RECOVERED_AFTER_MINUTES = 2;
const OVER_AFTER_MINUTES = 10;
/** When the longest of the shorter windows has passed. */
const LASTING_OVER_AFTER_MINUTES = 35;

/** A fault as a test of `promtool test rules`; a series' values are in its notation. */
function promtoolTest([name, fault]: [string, Fault]) {
  const { minutes, raised = {}, changed = {}, written = {} } = fault;
  const { quiet: before = QUIET_MINUTES, fires = [], lasts = [] } = fault;
  const after = lasts.length > 0 ? LASTING_OVER_AFTER_MINUTES : OVER_AFTER_MINUTES;
  const [quiet, bad] = [before * SCRAPES_A_MINUTE, minutes * SCRAPES_A_MINUTE];
  // Where a test says nothing of it, the instance answers.
  const usual =
    "up" in changed || "up" in written ? {} : { up: `1x${quiet + bad + after * SCRAPES_A_MINUTE}` };
  const all = {
    ...usual,
    ...written,
    ...Object.fromEntries(
      Object.entries(raised).map(([of, by]) => [
        of,
        `0x${quiet - 1} ${by}+${by}x${bad - 1} ${by * bad}x${after * SCRAPES_A_MINUTE}`,
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(changed).map(([of, [good, value]]) => {
        const during = value === "0 1" ? `${value} `.repeat(bad / 2) : `${value}x${bad - 1}`;
        return [of, `${good}x${quiet - 1} ${during} ${good}x${after * SCRAPES_A_MINUTE}`];
      }),
    ),
  };
  /** Which alerts fire at a minute, or have fired within so many minutes before it. */
  const firing = (minute: number, alerts: string[], within = 0) => {
    const all = 'ALERTS{alertstate="firing"}';
    const fired = within === 0 ? all : `max_over_time(${all}[${within}m])`;
    return {
      expr: `group by (alertname) (${fired})`,
      eval_time: `${minute * 60}s`,
      exp_samples: alerts.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
    };
  };
  const over = before + minutes - 1 / SCRAPES_A_MINUTE;
  return {
    name,
    interval: INTERVAL,
    input_series: Object.entries(all).map(([series, values]) => {
      const [metric = "", labels = ""] = series.replace("}", "").split("{");
      const from = labels.includes("job=") ? "" : `job="pulse",instance="pulse-1:3000"`;
      const named = [from, labels].filter(Boolean).join();
      return { series: `${metric}{${named}}`, values };
    }),
    promql_expr_test: [
      firing(before - 1 / SCRAPES_A_MINUTE, [], before),
      firing(over, [fires].flat()),
      // What fires late, fires falsely.
      firing(over + after, lasts, after - RECOVERED_AFTER_MINUTES),
      firing(over + after, []),
    ],
  };
}

const promtool = programPath("promtool");

it.skipIf(promtool === null)(
  "the alerts fire when they should, end within two minutes, and are quiet otherwise",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "pulse-alerts-"));
    const file = join(folder, "tests.json"); // JSON is YAML
    const tests = {
      rule_files: [resolve(ALERTS_FILE)],
      evaluation_interval: INTERVAL,
      tests: Object.entries(faults).map(promtoolTest),
    };
    writeFileSync(file, JSON.stringify(tests));
    // It ends soon, and need not collect its garbage.
    const env = { ...process.env, GOGC: "400" };
    const run = spawnSync(promtool ?? "", ["test", "rules", file], { env, encoding: "utf8" });
    rmSync(folder, { recursive: true });
    expect(run.stdout + run.stderr).toMatch(/^Unit Testing: .*\n {2}SUCCESS\n+$/);
    const rules = readFileSync(ALERTS_FILE, "utf8").matchAll(/- alert: (\w+)/g);
    const fired = new Set(Object.values(faults).flatMap(({ fires }) => fires ?? []));
    expect([...fired].sort()).toEqual(Array.from(rules, ([, name]) => name).sort());
  },
);

it("the objective for pages counts every page", () => {
  const files = [ALERTS_FILE, "deploy/grafana-dashboard.json"].map((file) =>
    readFileSync(file, "utf8"),
  );
  const patterns = files.map(
    (text) => /method=\\?"GET\\?",route=~\\?"([^"\\]+)/.exec(text)?.[1] ?? "",
  );
  expect(patterns[0]).toBe(patterns[1]);
  expect(EVERY_PAGE.filter((path) => !RegExp(`^(?:${patterns[0]})$`).test(path))).toEqual([]);
});

const site = useSharedSite();

it("the server tells the series of every fault", async () => {
  const { url } = site.server;
  await rawRequest(url, "/pulsescout/dashboard");
  site.upstream.set("*", { kind: "status", status: 500 });
  await rawRequest(url, "/pulsescout/dashboard?tab=trip&q=alerts");
  await rawRequest(url, "/vitals", {
    method: "POST",
    headers: { "Sec-Fetch-Site": "same-origin" },
    body: JSON.stringify({ page: "/blogs", vitals: { LCP: 5_000 } }),
  });
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  const { body } = await rawRequest(url, "/metrics", { headers });
  const told = new Set(body.split("\n").map((line) => line.split(" ")[0]));
  const asked = Object.values(faults).flatMap(({ raised, changed }) =>
    Object.keys({ ...raised, ...changed }),
  );
  // The first is Prometheus' own, there is neither Redis nor a proxy here, and nobody was told to come back later.
  const elsewhere = /^(up\b|redis_up$|haproxy_)|status="503"/;
  expect(asked.filter((series) => !told.has(series) && !elsewhere.test(series))).toEqual([]);
});
