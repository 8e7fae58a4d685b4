import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { programPath } from "../../scripts/test-programs.js";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { FaultyUpstream } from "../support/faulty-upstream";
import { rawRequest } from "../support/raw-request";
import { faults, type Fault } from "./alert-faults";
import { ALERTS_FILE, METRICS_TOKEN, PrometheusServer } from "./prometheus-server";

const promtool = programPath("promtool");

const alertNames = [...readFileSync(ALERTS_FILE, "utf8").matchAll(/- alert: (\w+)/g)].map(
  ([, name = ""]) => name,
);

const SCRAPES_A_MINUTE = 4;
const QUIET_MINUTES = 5;
const RECOVERED_AFTER_MINUTES = 2;

/** A series as Prometheus stores it, and its values in promtool's notation. */
function inputSeries(series: string, values: string) {
  const [name = "", labels = ""] = series.replace("}", "").split("{");
  const all = [`job="pulse"`, `instance="pulse-1:3000"`, labels].filter(Boolean).join();
  return { series: `${name}{${all}}`, values };
}

/** A fault as a test of `promtool test rules`. */
function promtoolTest({ name, minutes, fires, raised = {}, changed = {} }: Fault) {
  const [quiet, bad] = [QUIET_MINUTES * SCRAPES_A_MINUTE, minutes * SCRAPES_A_MINUTE];
  const firing = (minute: number, expected: string[]) => ({
    expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
    eval_time: `${minute * 60}s`,
    exp_samples: expected.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
  });
  const over = QUIET_MINUTES + minutes - 1 / SCRAPES_A_MINUTE;
  return {
    name,
    interval: `${60 / SCRAPES_A_MINUTE}s`,
    input_series: [
      ...Object.entries(raised).map(([series, by]) =>
        inputSeries(series, `0x${quiet - 1} ${by}+${by}x${bad - 1} ${by * bad}x40`),
      ),
      ...Object.entries(changed).map(([series, [usual, value]]) => {
        const during =
          value === "0 1"
            ? Array(bad / 2)
                .fill(value)
                .join(" ")
            : `${value}x${bad - 1}`;
        return inputSeries(series, `${usual}x${quiet - 1} ${during} ${usual}x40`);
      }),
    ],
    promql_expr_test: [
      firing(over, fires),
      firing(over + RECOVERED_AFTER_MINUTES, []),
      // What fires late, fires falsely.
      firing(over + 10, []),
    ],
  };
}

describe.skipIf(promtool === null)("the alerts, as Prometheus evaluates them", () => {
  const folder = mkdtempSync(join(tmpdir(), "pulse-alerts-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("fire when they should, end within two minutes, and are quiet otherwise", () => {
    const file = join(folder, "tests.json"); // JSON is YAML
    const tests = {
      rule_files: [resolve(ALERTS_FILE)],
      evaluation_interval: `${60 / SCRAPES_A_MINUTE}s`,
      tests: faults.map(promtoolTest),
    };
    writeFileSync(file, JSON.stringify(tests));
    // It ends soon, and need not collect its garbage.
    const env = { ...process.env, GOGC: "400" };
    const { status, stdout, stderr } = spawnSync(promtool ?? "", ["test", "rules", file], { env });
    expect(`${stdout.toString()}${stderr.toString()}`).toMatch(
      /^Unit Testing: .*\n {2}SUCCESS\n+$/,
    );
    expect(status).toBe(0);
  });

  it("each have a fault that they are held against", () => {
    const fired = new Set(faults.flatMap(({ fires }) => fires));
    expect([...fired].sort()).toEqual([...alertNames].sort());
  });
});

describe.skipIf(programPath("prometheus") === null)(
  "a running Prometheus with the shipped rules",
  () => {
    let upstream: FaultyUpstream;
    let server: BuiltServer;
    let prometheus: PrometheusServer;
    beforeAll(async () => {
      upstream = await FaultyUpstream.start();
      server = await startBuiltServer({ env: { ...upstream.settings, METRICS_TOKEN } });
      prometheus = await PrometheusServer.start(new URL(server.url).host);
    });
    afterAll(async () => {
      await prometheus.stop();
      await server.kill();
      await upstream.stop();
    });

    let lastSearch = 0;
    const visit = () => {
      lastSearch += 1;
      return rawRequest(server.url, `/pulsescout/dashboard?tab=trip&q=trip-${lastSearch}`);
    };

    /** A busy machine may let others fire: a second is a minute here. */
    const OF_THE_UPSTREAM = ["PulseErrors", "PulseUpstreamFails"];
    async function visitUntil(firing: string[]): Promise<void> {
      const seen = async () => {
        await visit();
        return (await prometheus.firing()).filter((name) => OF_THE_UPSTREAM.includes(name));
      };
      await expect.poll(seen, { timeout: 60_000 }).toEqual(firing);
    }

    it("scrapes the server, evaluates each rule, and sees an upstream fail and come back", async () => {
      // It opens no breaker, whose rests would last sixty times too long here.
      upstream.set("*", { kind: "status", status: 500 });
      await visitUntil(OF_THE_UPSTREAM);
      const rules = await prometheus.rules();
      expect(rules.map(({ name }) => name)).toEqual(alertNames);
      expect(rules.filter(({ health }) => health !== "ok")).toEqual([]);
      upstream.reset();
      await visitUntil([]);
    });

    it("finds the series of every fault in what the server tells", async () => {
      await rawRequest(server.url, "/vitals", {
        method: "POST",
        headers: { "Sec-Fetch-Site": "same-origin" },
        body: JSON.stringify({ page: "/blogs", vitals: { LCP: 5_000 } }),
      });
      const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
      const { body } = await rawRequest(server.url, "/metrics", { headers });
      const told = new Set(body.split("\n").map((line) => line.split(" ")[0]));
      const asked = faults.flatMap(({ raised, changed }) => Object.keys({ ...raised, ...changed }));
      // The first is Prometheus' own, there is no Redis here, and nobody was told to come back later.
      const elsewhere = /^(up|redis_up)$|status="503"/;
      const missing = asked.filter((series) => !told.has(series) && !elsewhere.test(series));
      expect(missing).toEqual([]);
    });
  },
);
