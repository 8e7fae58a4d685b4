import { afterAll, beforeEach, expect, it } from "vitest";
import { startBuiltServer } from "../support/built-server";
import { json, PAGE, respondWith, SEND } from "../support/deletion-site";
import { FormClient } from "../support/form-client";
import { useServer } from "../support/use-server";

const SEARCH = "/trips/search";
const TRIPS = "/pulsescout/dashboard?tab=trip";
const HANGS = { kind: "stall" } as const;

const env = { LOG_LEVEL: "error", TRUST_PROXY: "1" };
/** Hanging calls outlast this file, so each test uses client networks of its own. */
const { upstream, server } = await useServer({ ...env, UPSTREAM_TIMEOUT_MS: "60000" });
const shortTimeout = await startBuiltServer({
  env: {
    ...{ ...upstream.settings, ...env, UPSTREAM_TIMEOUT_MS: "2000" },
  },
});
beforeEach(() => upstream.reset());
afterAll(() => shortTimeout.kill());

const from = (address: string, { url } = server) => new FormClient(url, address);

const CROWD = "192.0.2.1";
const visitors = ["198.51.100.7", "2001:db8::7"] as const;

it("searches of one network that hang or fail with 503 do not affect other visitors", async () => {
  upstream.set(SEARCH, ({ query }) => {
    const q = query.get("q") ?? "";
    return q.startsWith("bad")
      ? respondWith(503)
      : q.startsWith("hang")
        ? HANGS
        : { kind: "healthy" };
  });
  for (let index = 0; index < 6; index += 1) {
    expect((await from(CROWD).open(`${TRIPS}&q=bad${index}`)).status).toBe(502);
  }
  for (let index = 0; index < 8; index += 1) {
    from(CROWD)
      .open(`${TRIPS}&q=hang${index}`)
      .catch(() => null);
  }
  await expect.poll(() => upstream.count(SEARCH)).toBe(12 + 4);
  // A search that queues behind the hanging ones of its network, and that another visitor makes too.
  const queuedSearch = from(CROWD).open(`${TRIPS}&q=shared`);
  expect((await from(visitors[0]).open(`${TRIPS}&q=shared`)).status).toBe(200);
  expect((await queuedSearch).status).toBe(200);
  for (const [index, address] of visitors.entries()) {
    const visitor = from(address);
    for (const path of [`${TRIPS}&page=${index + 2}`, "/pulsescout/dashboard"]) {
      expect([path, (await visitor.open(path)).status]).toEqual([path, 200]);
    }
  }
  expect(upstream.count(SEARCH)).toBe(12 + 4 + 1);
});

it("code requests of some networks that hang or fail with 502 do not affect other visitors", async () => {
  const send = async (address: string, phone: string) => {
    const person = from(address);
    await person.open(PAGE);
    return person.press("Send OTP", { phone });
  };
  upstream.set(SEND, ({ body }) => {
    const kind = /\+91(\d)/.exec(body)?.[1];
    return kind === "6"
      ? respondWith(502)
      : kind === "7"
        ? HANGS
        : json({ sessionId: "s", message: "sent" });
  });
  for (let index = 0; index < 6; index += 1) await send("192.0.2.2", `600000000${index}`);
  const failedCalls = upstream.count(SEND);
  for (let index = 0; index < 6; index += 1) {
    send("192.0.2.3", `700000000${index}`).catch(() => null);
  }
  await expect.poll(() => upstream.count(SEND)).toBe(failedCalls + 6);
  for (const [index, address] of visitors.entries()) {
    const { status, html } = await send(address, `800000000${index}`);
    expect([status, html.includes("OTP sent")]).toEqual([200, true]);
  }
});

it("chosen views beyond the limit per minute are refused with a retry time; cached and default views are served", async () => {
  const address = "192.0.2.4";
  const client = from(address);
  const data = "/pulsescout/dashboard.data?tab=trip";
  let served = 0;
  const readUntilRefused = async (visitor: number) => {
    for (let index = 0; ; index += 1) {
      const { status } = await from(address).open(`${data}&q=text${visitor}-${index}`);
      if (status === 429) return;
      served += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, visitor) => readUntilRefused(visitor)));
  expect(served).toBeGreaterThanOrEqual(600);
  const callsBefore = upstream.count();
  const retryTime = /You can try again at (\d+ \w+ \d+, [\d:]+ UTC)/;
  const retryTimes = new Set<string | undefined>();
  for (const path of [`${TRIPS}&q=more`, `${TRIPS}&q=more`, `${TRIPS}&page=5`, `${data}&q=more`]) {
    const { status, headers, html } = await client.open(path);
    expect([path, status]).toEqual([path, 429]);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
    retryTimes.add(retryTime.exec(html)?.[1]);
  }
  expect(retryTimes.size).toBe(1);
  expect([...retryTimes]).not.toContain(undefined);
  expect((await client.open(`${TRIPS}&q=text1-1`)).status).toBe(200);
  expect((await client.open("/pulsescout/dashboard")).status).toBe(200);
  expect(upstream.calls.slice(callsBefore).filter(({ path }) => path === SEARCH)).toEqual([]);
});

it("a view that gets no upstream slot in time is refused with a retry time; other networks are served", async () => {
  upstream.set(SEARCH, HANGS);
  const hanging = Array.from({ length: 5 }, (_, index) =>
    from(CROWD, shortTimeout).open(`${TRIPS}&q=hang${index}`),
  );
  await expect.poll(() => upstream.count(SEARCH)).toBe(4);
  expect((await from("198.51.100.7", shortTimeout).open(`${TRIPS}&page=2`)).status).toBe(200);
  const answers = await Promise.all(hanging);
  expect(answers.map(({ status }) => status).sort()).toEqual([502, 502, 502, 502, 503]);
  const refused = answers.find(({ status }) => status === 503);
  expect(refused?.html).toMatch(/too many calls are waiting. You can try again at /);
  expect(Number(refused?.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(upstream.count(SEARCH)).toBe(4);
});
