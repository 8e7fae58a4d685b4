import { describe, expect, it } from "vitest";
import { rawRequest } from "../support/raw-request";
import { sharedServer } from "./shared-server";

const OLD = "application/csp-report";
const NEW = "application/reports+json";

/** A report in the format that browsers use for `report-uri`. */
const oldReport = (violated: string) => ({
  "csp-report": {
    "document-uri": "https://pulse.example.com/ref/SECRETCODE",
    "violated-directive": violated,
    "blocked-uri": "https://evil.test/steal?phone=9876543210",
    "original-policy": "default-src 'none'",
  },
});

/** A report in the format that browsers use for `report-to`. */
const newReport = (effectiveDirective: string, type = "csp-violation") => ({
  type,
  age: 5,
  url: "https://pulse.example.com/ref/SECRETCODE",
  user_agent: "agent-of-a-person",
  body: { effectiveDirective, blockedURL: "inline", disposition: "enforce" },
});

const server = await sharedServer();
const linesBefore = server.lines.length;
const ownLines = () => server.lines.slice(linesBefore);

const post = (body: unknown, type: string, headers: Record<string, string> = {}) =>
  rawRequest(server.url, "/csp-report", {
    method: "POST",
    headers: { "Content-Type": type, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

async function readCounts(): Promise<Record<string, number>> {
  const { body } = await rawRequest(server.url, "/metrics");
  const series = body.matchAll(/^csp_violations_total\{directive="(.*)"\} (\d+)$/gm);
  return Object.fromEntries(
    [...series].map(([, name = "", times]): [string, number] => [name, Number(times)]),
  );
}

// The first test needs counters at 0, and the last one uses up the reports accepted per minute.
describe("reports of violations", { shuffle: false }, () => {
  it("are counted by directive, also when another site caused them, and nothing else is stored", async () => {
    const crossSite = { "Sec-Fetch-Site": "cross-site", Origin: "null" };
    const answers = [
      await post(oldReport("script-src-elem 'self' 'nonce-x'"), OLD),
      await post(oldReport("img-src"), `${OLD}; charset=utf-8`, crossSite),
      await post([newReport("img-src"), newReport("x", "deprecation")], NEW, crossSite),
      await post([newReport("made-up-9876543210"), newReport("__proto__")], NEW),
    ];
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(4).fill([204, ""]));
    expect(await readCounts()).toEqual({ "script-src-elem": 1, "img-src": 2, other: 2 });
    await expect
      .poll(() => ownLines().filter((line) => line.includes('"/csp-report"')).length)
      .toBeGreaterThanOrEqual(4);
    const { body: metrics } = await rawRequest(server.url, "/metrics");
    expect(metrics).toMatch(/route="\/csp-report",status="204"/);
    const everything = ownLines().join("\n") + metrics;
    expect(everything).not.toMatch(/SECRETCODE|evil\.test|9876543210|agent-of-a-person/);
  });

  it("are limited in size, number and type", async () => {
    const before = await readCounts();
    const many = Array.from({ length: 30 }, () => newReport("font-src"));
    const refused = [
      await post("x".repeat(17_000), OLD),
      await post(oldReport("font-src"), "application/json"),
      await post("{", OLD),
      await post([oldReport("font-src")], OLD),
      await post({ type: "csp-violation" }, NEW),
      await rawRequest(server.url, "/csp-report"),
    ];
    expect(refused.map(({ status }) => status)).toEqual([413, 415, 400, 400, 400, 405]);
    expect((await post(many, NEW)).status).toBe(204);
    expect(await readCounts()).toEqual({ ...before, "font-src": 20 });
  });

  it("do not open a way past the form guard for other paths", async () => {
    const headers = { "Content-Type": OLD, "Sec-Fetch-Site": "cross-site" };
    for (const path of ["/csp-report/", "/csp-reports", "/CSP-Report", "/csp-report.data", "/"]) {
      const { status } = await rawRequest(server.url, path, { method: "POST", headers });
      expect([path, status]).toEqual([path, 403]);
    }
  });
});
