import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { programPath } from "../../scripts/test-programs.js";
import { freePort } from "../support/free-port";

/** The rules that Prometheus judges by. */
export const ALERTS_FILE = "deploy/prometheus-alerts.yml";
/** What Prometheus shows to `/metrics`. */
export const METRICS_TOKEN = "metrics-token-of-tests";
/** Of Prometheus, as `docs/operations.md` sets it up. */
const SCRAPE_INTERVAL_S = 15;

/** So much shorter is every duration of the rules here, and the interval of scrapes with them: a minute is a second. */
const FASTER = 60;

const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3600 };

/** A real Prometheus with the shipped rules, which scrapes one server as the handbook says, only faster. */
export class PrometheusServer {
  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
    private readonly origin: string,
  ) {}

  /** @param target host and port of what is scraped */
  static async start(target: string): Promise<PrometheusServer> {
    const folder = mkdtempSync(join(tmpdir(), "pulse-prometheus-"));
    const port = await freePort();
    const interval = inMilliseconds(SCRAPE_INTERVAL_S);
    writeFileSync(join(folder, "rules.yml"), fasterRules());
    // JSON is YAML.
    const config = {
      global: {
        scrape_interval: interval,
        scrape_timeout: interval,
        evaluation_interval: interval,
      },
      rule_files: ["rules.yml"],
      scrape_configs: [
        {
          job_name: "pulse",
          authorization: { credentials: METRICS_TOKEN },
          static_configs: [{ targets: [target] }],
        },
      ],
    };
    writeFileSync(join(folder, "prometheus.yml"), JSON.stringify(config));
    const child = spawn(
      programPath("prometheus") ?? "",
      [
        `--config.file=${join(folder, "prometheus.yml")}`,
        `--storage.tsdb.path=${join(folder, "data")}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: ["ignore", "ignore", "pipe"] },
    );
    for await (const line of createInterface({ input: child.stderr })) {
      if (line.includes("Server is ready to receive web requests")) break;
    }
    child.stderr.resume();
    return new PrometheusServer(child, folder, `http://127.0.0.1:${port}`);
  }

  /** The names of the alerts that fire. */
  async firing(): Promise<string[]> {
    const { alerts } = await this.#ask<{
      alerts: { state: string; labels: { alertname: string } }[];
    }>("alerts");
    const names = alerts
      .filter(({ state }) => state === "firing")
      .map(({ labels }) => labels.alertname);
    return [...new Set(names)].sort();
  }

  /** The rules by name, with what was wrong with the last evaluation. */
  async rules(): Promise<{ name: string; health: string; lastError?: string }[]> {
    const { groups } = await this.#ask<{
      groups: { rules: { name: string; health: string; lastError?: string }[] }[];
    }>("rules");
    return groups.flatMap(({ rules }) => rules);
  }

  async stop(): Promise<void> {
    this.process.kill("SIGKILL");
    await once(this.process, "exit");
    rmSync(this.folder, { recursive: true });
  }

  async #ask<T>(what: string): Promise<T> {
    const answer = await fetch(`${this.origin}/api/v1/${what}`);
    // As the API documents it.
    return ((await answer.json()) as { data: T }).data;
  }
}

function inMilliseconds(seconds: number): string {
  return `${Math.round((seconds * 1000) / FASTER)}ms`;
}

function fasterRules(): string {
  const faster = (_: string, before: string, count: string, unit: string) =>
    before + inMilliseconds(Number(count) * (SECONDS[unit] ?? 0));
  return readFileSync(ALERTS_FILE, "utf8").replace(/(\[|\bfor: )(\d+)([smh])\b/g, faster);
}
