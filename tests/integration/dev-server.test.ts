import { expect, it, onTestFinished } from "vitest";
import { startBuiltServer, WITHOUT_UPSTREAM } from "../support/built-server";
import { rawRequest } from "../support/raw-request";

it("the development server uses the product's HTTP layer from the first request on", async () => {
  const server = await startBuiltServer({
    env: { ...WITHOUT_UPSTREAM, NODE_ENV: "development" },
    instead: { command: [process.execPath, "scripts/dev.js"], cwd: "." },
  });
  onTestFinished(() => server.kill());
  const first = await rawRequest(server.url, "/robots.txt");
  expect(first.status).toBe(200);
  expect(first.headers["x-request-id"]).toMatch(/^[0-9a-f]{16}$/);
  expect(first.body).toContain("Sitemap: ");
});
