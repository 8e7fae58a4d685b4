import { Agent, get } from "node:http";
import { expect, it } from "vitest";
import { startBuiltServer, WITHOUT_UPSTREAM } from "../support/built-server";
import { rawRequest } from "../support/raw-request";

/** Number of concurrent clients. Each sends one request after the other until it is refused. */
const CROWD = 200;

it("some of too many requests are refused, while what is in memory is served", async () => {
  const env = { ...WITHOUT_UPSTREAM, LOG_LEVEL: "warn" };
  const server = await startBuiltServer({ env });
  await rawRequest(server.url, "/");
  const agent = new Agent({ keepAlive: true });
  const answers: { status: number; retryAfter: string | undefined }[] = [];

  const ask = () =>
    new Promise<number>((resolve, reject) => {
      get(`${server.url}/no/such/page`, { agent }, (answer) => {
        answer.resume().once("end", () => {
          const { statusCode: status = 0, headers } = answer;
          answers.push({ status, retryAfter: headers["retry-after"] });
          resolve(status);
        });
      }).once("error", reject);
    });
  let crowded = true;
  const client = async () => {
    while (crowded && (await ask()) !== 503);
  };
  const clients = Promise.all(Array.from({ length: CROWD }, client));
  await expect.poll(() => answers.some(({ status }) => status === 503)).toBe(true);
  for (const path of ["/healthz", "/readyz", "/"]) {
    expect((await rawRequest(server.url, path)).status).toBe(200);
  }
  crowded = false;
  await clients;
  agent.destroy();

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 503]));
  const refused = answers.filter(({ status }) => status === 503);
  for (const { retryAfter } of refused) expect(retryAfter).toBe("5");
  // Until the next judgement of the event loop, the process still counts as overloaded.
  await expect.poll(async () => (await rawRequest(server.url, "/no/such/page")).status).toBe(404);
  await server.kill();
});
