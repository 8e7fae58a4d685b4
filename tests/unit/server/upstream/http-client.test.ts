import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, it, vi } from "vitest";
import { createHttpClient } from "server/upstream/http-client.server";

let calls = 0;
const upstream = createServer((_request, response) => {
  calls += 1;
  response.writeHead(503).end();
});
await once(upstream.listen(0, "127.0.0.1"), "listening");
const { port } = upstream.address() as AddressInfo; // not a pipe, so never a string or null
const client = createHttpClient({
  name: "core",
  baseUrl: `http://127.0.0.1:${port}`,
  timeoutMs: 60_000,
});
afterAll(async () => {
  await client.close();
  upstream.close();
});

it("a read that a visitor chose does not test an upstream that was failing", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  for (let read = 0; read < 3; read += 1) await client.get("/").catch(() => null);
  vi.advanceTimersByTime(1_000);
  expect([client.state().breaker, calls]).toEqual(["half-open", 5]);
  await expect(client.get("/", {}, true)).rejects.toMatchObject({ kind: "circuit-open" });
  expect(calls).toBe(5);
});
