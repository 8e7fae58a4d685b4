import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { stripVTControlCharacters } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { freePort } from "../support/free-port";
import { rawRequest } from "../support/raw-request";

it("the development server has the product's HTTP layer from the first request on", async () => {
  const port = String(await freePort());
  const command = ["node_modules/@remix-run/dev/dist/cli.js", "vite:dev", "--port", port];
  const server = spawn(process.execPath, command, {
    env: {
      NODE_ENV: "development",
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: port,
      SANDBOX_DB: join(mkdtempSync(join(tmpdir(), "pulse-")), "sandbox.duckdb"),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const left = once(server, "close");
  onTestFinished(() => void server.kill("SIGKILL"));
  let url = "";
  const lines = createInterface({ input: server.stdout });
  lines.on("line", (line) => {
    url ||= /http:\/\/\S+?(?=\/?$)/.exec(stripVTControlCharacters(line))?.[0] ?? "";
  });
  while (url === "") await once(lines, "line");

  const first = await rawRequest(url, "/robots.txt");
  expect(first.status).toBe(200);
  expect(first.headers["x-request-id"]).toMatch(/^[0-9a-f]{16}$/);
  expect(first.body).toContain("Sitemap: ");
  server.kill("SIGTERM");
  await left;
});
