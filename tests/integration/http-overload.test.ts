import { Agent, get } from "node:http";
import { expect, it } from "vitest";
import { startBuiltServer, WITHOUT_UPSTREAM } from "../support/built-server";
import { FaultyUpstream } from "../support/faulty-upstream";
import { rawRequest } from "../support/raw-request";

/** So many ask at once, each again as soon as it is answered. */
const CLIENTS = 400;
/** So often refused, one goes away: those who stay take every place again that they leave. */
const ENOUGH = 5;

it("under more than it can do answers in time what it takes, refuses the rest, and recovers", async () => {
  const server = await startBuiltServer({ env: { ...WITHOUT_UPSTREAM, LOG_LEVEL: "warn" } });
  await rawRequest(server.url, "/");
  const agent = new Agent({ keepAlive: true });
  const answers: { status: number; retryAfter: string | undefined }[] = [];
  let crowded = true;

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
  const client = async () => {
    for (let refusals = 0; crowded && refusals < ENOUGH;) {
      if ((await ask()) === 503) refusals += 1;
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, client));
  await expect.poll(() => answers.some(({ status }) => status === 503)).toBe(true);
  // What needs no work is answered all the same.
  for (const path of ["/healthz", "/readyz", "/"]) {
    expect((await rawRequest(server.url, path)).status).toBe(200);
  }
  const taken = () => answers.filter(({ status }) => status === 404);
  // More than it answers at once.
  await expect.poll(() => taken().length).toBeGreaterThan(64);
  crowded = false;
  await clients;
  agent.destroy();

  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length + taken().length).toBe(answers.length);
  for (const { retryAfter } of refused) expect(retryAfter).toBe("5");
  expect((await rawRequest(server.url, "/no/such/page")).status).toBe(404);
  await server.kill();
});

it("a crowd from one address waits for itself: others are answered, whatever it asks for", async () => {
  const upstream = await FaultyUpstream.start();
  const server = await startBuiltServer({
    env: { ...upstream.settings, LOG_LEVEL: "warn", TRUST_PROXY: "1" },
  });
  const agent = new Agent({ keepAlive: true });
  const from = (address: string) => ({ headers: { "X-Forwarded-For": address } });
  let [crowded, searches, refused] = [true, 0, 0];
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      const search = `${server.url}/pulsescout/dashboard?tab=trip&q=${(searches += 1)}`;
      get(search, { agent, ...from("203.0.113.1") }, (answer) => {
        answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
      }).once("error", reject);
    });
  const client = async () => {
    for (let refusals = 0; crowded && refusals < ENOUGH;) {
      if ((await ask()) !== 503) continue;
      refusals += 1;
      refused += 1;
    }
  };
  const clients = Promise.all(Array.from({ length: 150 }, client));
  await expect.poll(() => refused).toBeGreaterThan(0);
  for (const path of [
    "/ref/friend",
    "/pulsescout/delete-user",
    "/pulsescout/dashboard?tab=trip",
    "/pulsescout/dashboard?tab=trip&q=of-a-visitor",
  ]) {
    const { status } = await rawRequest(server.url, path, from("2001:db8::7"));
    expect([path, status]).toEqual([path, 200]);
  }
  crowded = false;
  await clients;
  agent.destroy();
  await server.kill();
  await upstream.stop();
});
