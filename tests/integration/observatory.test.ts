import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { startBuiltServer, WITHOUT_UPSTREAM } from "../support/built-server";
import { hostOf, selfSigned, startHttpsFront } from "../support/https-front";

/** Kept whole, rendered for one visitor, rendered as an error. */
const PAGES = ["/", "/blogs", "/pulsescout/delete-user", "/no/such/page"];

/** What the scanner says of a host. */
interface Scan {
  scan: { score: number; grade: string };
  tests: Record<string, { pass: boolean; result: string; scoreModifier: number }>;
}

it("Mozilla's HTTP Observatory gives every page 125 points or more", async () => {
  const server = await startBuiltServer({ env: { ...WITHOUT_UPSTREAM, TRUST_PROXY: "1" } });
  const certificate = await selfSigned();
  const trusted = join(mkdtempSync(join(tmpdir(), "pulse-")), "certificate.pem");
  writeFileSync(trusted, certificate.cert);
  const fronts = await Promise.all(
    PAGES.map((page) => startHttpsFront(server.url, certificate, page)),
  );

  // A process of its own: Node reads whom to trust when it starts.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["tests/integration/observatory-scan.js", ...fronts.map(hostOf)],
    { env: { NODE_ENV: "production", PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: trusted } },
  );
  const scans = JSON.parse(stdout) as Scan[];
  for (const [index, { scan, tests }] of scans.entries()) {
    const lost = Object.values(tests).filter(({ scoreModifier }) => scoreModifier < 0);
    expect(lost, PAGES[index]).toEqual([]);
    expect(tests["strict-transport-security"]?.pass).toBe(true);
    expect([PAGES[index], scan.grade, scan.score >= 125]).toEqual([PAGES[index], "A+", true]);
  }
  for (const front of fronts) front.close();
  await server.kill();
});
