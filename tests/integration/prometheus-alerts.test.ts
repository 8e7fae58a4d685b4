import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { programPath } from "../support/program-path";
import { EVERY_PAGE } from "../support/every-page";
import { rawRequest } from "../support/raw-request";
import { sharedServer } from "./shared-server";

const ALERTS_FILE = "deploy/prometheus-alerts.yml";

/**
 * Values of a series: its increase per scrape during the fault; its usual value and its value during the fault; or all
 * values in Prometheus' notation, from the first scrape on.
 */
type Values = number | [usual: number, bad: number] | string;

/** A fault of some minutes, after five quiet minutes. */
type Fault = [
  what: string,
  minutes: number,
  /** Keys are the name and labels of a series. */
  series: Record<string, Values>,
  /** Alerts that fire at the end of the fault. */
  ...fires: string[],
];

const DASHBOARD = 'method="GET",route="/pulsescout/dashboard"';
const answers = (status: number) =>
  `http_request_duration_seconds_count{${DASHBOARD},status="${status}"}`;
const [OK, FAILED] = [answers(200), answers(502)];
const within = (seconds: string) =>
  `http_request_duration_seconds_bucket{le="${seconds}",${DASHBOARD},status="200"}`;
const BURNS_SLOWLY = "PulseAvailabilityBurnsSlowly";
const LATENCY_SLOWLY = "PulseLatencyBurnsSlowly";
const BURNS = ["PulseAvailabilityBurnsFast", BURNS_SLOWLY];
const LATENCY = ["PulseLatencyBurnsFast", LATENCY_SLOWLY];
const calls = (outcome: string, upstream = "core") =>
  `upstream_request_duration_seconds_count{upstream="${upstream}",outcome="${outcome}"}`;
const auth = (outcome: string) => calls(outcome, "auth");
const buildInfo = (build: string) => `pulse_build_info{build="${build}"}`;
const limited = (rule: string) => `limit_hits_total{rule="${rule}"}`;
const proxied = (by: "backend" | "server", code: string, proxy = "instances") =>
  `haproxy_${by}_http_responses_total{proxy="${proxy}",code="${code}"}`;
const [PROXIED_2XX, PROXIED_5XX] = [proxied("backend", "2xx"), proxied("backend", "5xx")];
const INSTANCES_5XX = proxied("server", "5xx");
const FORMS_5XX = proxied("server", "5xx", "forms");
const ACTIVE = 'haproxy_backend_active_servers{proxy="instances"}';
const REFUSED = 'haproxy_frontend_requests_denied_total{proxy="site"}';
const CLOSED = 'haproxy_frontend_denied_connections_total{proxy="site"}';
const BUSY = answers(503);
const STALE = 'cache_reads_total{policy="metrics",outcome="stale"}';

const CERTIFICATE = "PulseCertificateEnds";
const [EXPIRY, PROBE] = ['probe_ssl_earliest_cert_expiry{job="site"}', 'probe_success{job="site"}'];
/** In seconds. The clock of a test starts at 0. */
const DAYS = 86_400;

/** Faults that must fire each alert, and similar ones that must not. */
const faults: Fault[] = [
  ["an instance is gone", 3, { up: [1, 0] }, "PulseDown"],
  ["an instance restarts within half a minute", 0.5, { up: [1, 0] }],
  ["one answer in ten fails", 5, { [OK]: 9, [FAILED]: 1 }, "PulseErrors", ...BURNS],
  ["one answer fails", 0.25, { [FAILED]: 1 }],
  ["one answer in 120 fails for a long time", 40, { [FAILED]: 1, [OK]: "0+119x400" }, BURNS_SLOWLY],
  [
    "an instance has just started, and fails from the first answer on",
    4,
    { [OK]: "_x19 0x60", [FAILED]: "_x19 0 5+5x15 80x40" },
    "PulseErrors",
    ...BURNS,
  ],
  ["the job no longer has a target", 4, { up: "1x19 stale _x15 1x160" }, "PulseGone"],
  [
    "answers take five seconds",
    16,
    { [OK]: 3, [within("0.3")]: 0, [within("2.5")]: 0, [within("5")]: 3, [within("+Inf")]: 3 },
    "PulseSlow",
    ...LATENCY,
  ],
  ["one page in 10 is slower than 300 ms", 60, { [OK]: 10, [within("0.3")]: 9 }, LATENCY_SLOWLY],
  ["one page in 30 is slower than 300 ms", 60, { [OK]: 30, [within("0.3")]: 29 }],
  ["more requests arrive than can be served", 4, { [BUSY]: 5 }, "PulseOverloaded", ...BURNS],
  ["the CPU is busy", 7, { nodejs_eventloop_lag_p99_seconds: [0.02, 0.25] }, "PulseEventLoopLags"],
  ["most calls fail", 5, { [calls("ok")]: 1, [calls("timeout")]: 2 }, "PulseUpstreamFails"],
  ["one call fails in a quiet night", 0.25, { [calls("timeout")]: 1 }],
  ["visitors mistype codes constantly", 30, { [auth("ok")]: 1, [auth("declined-400")]: 5 }],
  [
    "an address is wrong, so that each Send is refused",
    10,
    { [auth("ok")]: 0, [auth("declined-400")]: 1 },
    ...["PulseUpstreamRefuses", "PulseUpstreamNeverSucceeds"],
  ],
  [
    "only the last call is refused, with a status that no visitor causes",
    10,
    { [auth("ok")]: 2, [auth("declined-403")]: 1 },
    "PulseUpstreamRefuses",
  ],
  [
    "the auth API is away at night: three tries in an hour",
    60,
    { [auth("ok")]: "0x400", [auth("connection")]: "0x19 0x80 1x80 2x40 3x200" },
    "PulseUpstreamNeverSucceeds",
  ],
  [
    "a process ends and starts every two minutes",
    10,
    { process_start_time_seconds: "0x19 1x7 2x7 3x7 4x7 5x200" },
    "PulseRestarts",
  ],
  [
    "a release was left half done",
    20,
    { [buildInfo("a")]: "1x400", [buildInfo("b")]: "_x19 1x80 stale" },
    "PulseTwoBuilds",
  ],
  ["a release", 3, { [buildInfo("a")]: "1x31 stale", [buildInfo("b")]: "_x19 1x200" }],
  ["old figures are shown", 18, { [STALE]: 1 }, "PulseFiguresStale"],
  ["one address sends messages", 12, { [limited("contactForm")]: 5 }, "PulseEverybodyLimited"],
  ["exports are refused", 2, { [limited("exports-all-full")]: 2 }, "PulseExportsFull"],
  ["memory use grows", 33, { process_resident_memory_bytes: [200e6, 401e6] }, "PulseMemory"],
  [
    "file descriptors run out",
    2,
    { process_open_fds: [40, 900], process_max_fds: [1_024, 1_024] },
    "PulseFileDescriptors",
  ],
  ["the proxy is gone", 3, { 'up{job="haproxy"}': [1, 0] }, "PulseProxyDown"],
  ["a certificate is good for 13 days", 7, { [EXPIRY]: [DAYS * 15, DAYS * 13] }, CERTIFICATE],
  [
    "a certificate has ended",
    7,
    { [EXPIRY]: `${DAYS * 15}x19 stale`, [PROBE]: [1, 0] },
    CERTIFICATE,
  ],
  ["a site is asked while its proxy restarts", 2, { [PROBE]: [1, 0] }],
  [
    "no instance is ready",
    3,
    { [PROXIED_5XX]: 5, [INSTANCES_5XX]: 0, [ACTIVE]: [2, 0] },
    "PulseNoInstance",
    "PulseProxyFails",
  ],
  ["the instances themselves answer 503", 10, { [PROXIED_5XX]: 5, [INSTANCES_5XX]: 5 }],
  [
    "the proxy fails for each form",
    5,
    { [PROXIED_2XX]: 2_000, [proxied("backend", "5xx", "forms")]: 1, [FORMS_5XX]: 0 },
    "PulseProxyFails",
  ],
  ["another monitored program fails", 4, { [FAILED.replace("{", '{job="another",')]: 9 }],
  ["the proxy refuses one network", 9, { [REFUSED]: 30, [CLOSED]: 0 }, "PulseProxyRefuses"],
  [
    "a night of few visitors, a mistyped code, a call that failed, a release",
    240,
    {
      up: "1x1000",
      [OK]: "0+1x1000",
      [within("0.3")]: "0+1x1000",
      [calls("ok")]: "0+2x1000",
      [calls("timeout")]: "0x450 1x550",
      [auth("ok")]: "0x150 1x150 2x4 3x450 4x250",
      [auth("declined-400")]: "0x152 1x3 2x850",
      [auth("connection")]: "0x600 1x400",
      [limited("contactForm")]: "0x750 1x250",
      [EXPIRY]: `${30 * DAYS}x1000`,
      [PROBE]: "1x1000",
      process_start_time_seconds: "0x500 1x500",
      [buildInfo("a")]: "1x500 stale",
      [buildInfo("b")]: "_x500 1x500",
    },
  ],
];

const SCRAPES_A_MINUTE = 4;
const INTERVAL = `${60 / SCRAPES_A_MINUTE}s`;
const QUIET_MINUTES = 5;
const FIRING = 'ALERTS{alertstate="firing"}';

/** Adds the `job` and `instance` labels that Prometheus sets when it scrapes a series. */
function withJob(series: string): string {
  const [metric = "", labels = ""] = series.replace("}", "").split("{");
  if (labels.includes("job=")) return series;
  const job = metric.startsWith("haproxy_") ? "haproxy" : "pulse";
  return `${metric}{${[`job="${job}",instance="pulse-1:3000"`, labels].filter(Boolean).join()}}`;
}

function promtoolTest([name, minutes, series, ...fires]: Fault) {
  const quiet = QUIET_MINUTES * SCRAPES_A_MINUTE;
  const bad = minutes * SCRAPES_A_MINUTE;
  const inNotation = (values: Values) => {
    if (typeof values === "string") return values;
    if (typeof values === "number") return `0x${quiet - 1} ${values}+${values}x${bad - 1}`;
    const [usual, value] = values;
    return `${usual}x${quiet - 1} ${value}x${bad - 1}`;
  };
  const inputs = Object.entries(series).map(([labelled, values]) => {
    return { series: withJob(labelled), values: inNotation(values) };
  });
  // Unless a test sets `up`, the instance is up.
  const up = { series: withJob("up"), values: `1x${quiet + bad}` };
  /** Expects exactly these alerts to fire at a minute. */
  const firing = (minute: number, alerts: string[], expression = FIRING) => ({
    expr: `group by (alertname) (${expression})`,
    eval_time: `${minute * 60}s`,
    exp_samples: alerts.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
  });
  const over = QUIET_MINUTES + minutes - 1 / SCRAPES_A_MINUTE;
  return {
    name,
    interval: INTERVAL,
    input_series: inputs.some(({ series }) => series === up.series) ? inputs : [up, ...inputs],
    promql_expr_test: [
      firing(QUIET_MINUTES - 1 / SCRAPES_A_MINUTE, []),
      firing(over, fires),
      ...(fires.length > 0 ? [] : [firing(over, [], `max_over_time(${FIRING}[600m])`)]),
    ],
  };
}

const rulesText = readFileSync(ALERTS_FILE, "utf8").replaceAll(/^#.*/gm, "");

const promtool = programPath("promtool");

it.skipIf(promtool === null)("the alerts fire and stay silent when they should", () => {
  const folder = mkdtempSync(join(tmpdir(), "pulse-alerts-"));
  const file = join(folder, "tests.json"); // JSON is YAML
  const rule_files = [resolve(ALERTS_FILE)];
  const tests = faults.map(promtoolTest);
  writeFileSync(file, JSON.stringify({ rule_files, evaluation_interval: "1m", tests }));
  // promtool is short-lived, so less garbage collection and a single thread save time.
  const env = { ...process.env, GOGC: "400", GOMAXPROCS: "1" };
  const run = spawnSync(promtool ?? "", ["test", "rules", file], { env, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  expect(run.stdout + run.stderr).toMatch(/^Unit Testing: .*\n {2}SUCCESS\n+$/);

  const rules = rulesText.matchAll(/- alert: (\w+)/g);
  const fired = new Set(faults.flatMap(([, , , ...fires]) => fires));
  expect([...fired].sort()).toEqual(Array.from(rules, ([, name]) => name).sort());
});

it("the objective for pages includes every page", () => {
  const patterns = [...rulesText.matchAll(/method="GET",route=~"([^"]+)/g)];
  expect(patterns).toHaveLength(2);
  for (const [, pattern] of patterns)
    expect(EVERY_PAGE.filter((path) => !RegExp(`^(?:${pattern})$`).test(path))).toEqual([]);
});

it("the server exports the series of every fault", async () => {
  const { url, upstream } = await sharedServer();
  await rawRequest(url, "/pulsescout/dashboard");
  upstream.set("/trips/search", { kind: "status", status: 500 });
  await rawRequest(url, "/pulsescout/dashboard?tab=trip&q=alerts");
  upstream.reset();
  const { body } = await rawRequest(url, "/metrics");
  const exported = new Set(body.split("\n").map((line) => line.split(" ")[0]));
  const names = faults.flatMap(([, , series]) =>
    Object.keys(series).filter((name) => typeof series[name] !== "string"),
  );
  // This server exports no `up` (Prometheus adds it), no proxy series, no other job, and had no 503.
  const elsewhere = /^(up\b|haproxy_|probe_)|status="503"|job=/;
  expect(names.filter((series) => !exported.has(series) && !elsewhere.test(series))).toEqual([]);
});
