import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEADLINE_MS } from "server/process/drain.server";
import { parseSettings, variableNames } from "server/process/settings.server";
import { expect, it } from "vitest";

const compose = readFileSync("compose.yaml", "utf8");
const unit = readFileSync("deploy/pulse.service", "utf8");
const kubernetes = readFileSync("deploy/kubernetes.yaml", "utf8");
const proxy = readFileSync("deploy/haproxy.cfg", "utf8");

/** The first capture group of a pattern in a text, as a number. */
const figure = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1]);

const graceMs = parseSettings({}).drainGraceMs;

it("compose, systemd and Kubernetes kill no process before its drain has ended", () => {
  const preStop = figure(kubernetes, /\bsleep, "(\d+)"/);
  expect(figure(kubernetes, /terminationGracePeriodSeconds: (\d+)$/m) * 1000).toBeGreaterThan(
    preStop * 1000 + graceMs + DEADLINE_MS + 1000,
  );
  const longestMs = graceMs + DEADLINE_MS + 1000;
  expect(figure(compose, /stop_grace_period: (\d+)s/) * 1000).toBeGreaterThan(longestMs);
  expect(figure(unit, /^TimeoutStopSec=(\d+)$/m) * 1000).toBeGreaterThan(longestMs);
});

it("compose and Kubernetes set only variables that the product reads", () => {
  const block = /\n {2}environment:\n((?: {4}.+\n)+)/.exec(compose)?.[1] ?? "";
  const environment = `${block}${/^data:\n((?: .+\n)+)/m.exec(kubernetes)?.[1] ?? ""}`;
  const names = [...environment.matchAll(/^ +([A-Z_]+):/gm)].map(([, name]) => name);
  expect(names).toEqual(expect.arrayContaining(["HOST", "TRUST_PROXY", "SITE_URL"]));
  for (const name of names) expect(variableNames).toContain(name);
});

it.skipIf(spawnSync("systemd-analyze", ["--version"]).status !== 0)(
  "systemd accepts the unit, also as a copy under another name, and rates its sandboxing as safe",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "pulse-unit-"));
    for (const name of ["pulse.service", "pulse-2.service"]) {
      writeFileSync(join(folder, name), unit.replaceAll("/usr/bin/node", process.execPath));
      for (const command of [["verify"], ["security", "--offline=true", "--threshold=20"]]) {
        const run = spawnSync("systemd-analyze", [...command, join(folder, name)]);
        expect([command, run.status, String(run.stderr)]).toEqual([command, 0, ""]);
      }
    }
    rmSync(folder, { recursive: true });
  },
);

it("compose covers exactly the variables of the proxy's configuration", () => {
  const used = new Set([...proxy.matchAll(/"\$\{([A-Z_0-9]+)/g)].map(([, name = ""]) => name));
  const service = /^ {2}proxy:[^]*?^ {4}environment:\n((?: {6}.*\n)+)/m.exec(compose)?.[1] ?? "";
  const namesIn = (text: string) =>
    [...text.matchAll(/^ *([A-Z_0-9]+)[:=]/gm)].map(([, name = ""]) => name);
  const own = ["CERTIFICATES", "INSTANCE_1", "INSTANCE_2", "RUN_AS"];
  expect([...namesIn(service), ...own].sort()).toEqual([...used].sort());
  const withoutCompose = namesIn(readFileSync("deploy/haproxy.env", "utf8"));
  expect([...used]).toEqual(expect.arrayContaining(withoutCompose));
});
