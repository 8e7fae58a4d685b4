import { Agent } from "node:http";
import { expect, it } from "vitest";
import { startBuiltServer, WITHOUT_UPSTREAM } from "../support/built-server";
import { rawRequest } from "../support/raw-request";

/** Number of concurrent clients. Each sends one request after the other until it is refused. */
const CROWD = 200;

it("some of too many requests are refused, while what is in memory is served", async () => {
  const env = { ...WITHOUT_UPSTREAM, LOG_LEVEL: "warn" };
  const server = await startBuiltServer({ env });
  const agent = new Agent({ keepAlive: true });
  const ask = (path = "/no/such/page") => rawRequest(server.url, path, { agent });
  await ask("/");
  const refused: (string | undefined)[] = [];
  const statuses = new Set<number>();
  let crowded = true;
  const client = async () => {
    while (crowded) {
      const { status, headers } = await ask();
      statuses.add(status);
      if (status === 503) return refused.push(headers["retry-after"]);
    }
  };
  const clients = Promise.all(Array.from({ length: CROWD }, client));
  await expect.poll(() => refused.length).toBeGreaterThan(0);
  for (const path of ["/healthz", "/readyz", "/"]) {
    expect((await rawRequest(server.url, path)).status).toBe(200);
  }
  crowded = false;
  await clients;

  expect(statuses).toEqual(new Set([404, 503]));
  expect(new Set(refused)).toEqual(new Set(["5"]));
  // Until the next judgement of the event loop, the process still counts as overloaded.
  await expect.poll(async () => (await ask()).status).toBe(404);
  agent.destroy();
  await server.kill();
});
