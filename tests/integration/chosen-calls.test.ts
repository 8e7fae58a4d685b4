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
const { upstream, server, settings } = await useServer({ ...env, UPSTREAM_TIMEOUT_MS: "60000" });
const shortTimeout = await startBuiltServer({
  env: { ...settings, UPSTREAM_TIMEOUT_MS: "2000" },
});
beforeEach(() => upstream.reset());
afterAll(() => shortTimeout.kill());

const from = (address: string, { url } = server) => new FormClient(url, address);

const visitors = ["198.51.100.7", "2001:db8::7"] as const;

/** Opens a search with this text. */
const search = (address: string, text: string) => from(address).open(`${TRIPS}&q=${text}`);

async function sendCode(address: string, phone: string) {
  const person = from(address);
  await person.open(PAGE);
  return person.press("Send OTP", { phone });
}

/** Calls that one network chose, and what another visitor gets meanwhile. */
const CALLS = [
  {
    path: SEARCH,
    ask: search,
    fails: (index: number) => `bad${index}`,
    hangs: (index: number) => `hang${index}`,
    atOnce: 4,
    other: "shared",
    says: "trip",
  },
  {
    path: SEND,
    ask: sendCode,
    fails: (index: number) => `600000000${index}`,
    hangs: (index: number) => `700000000${index}`,
    atOnce: 8,
    other: "8000000001",
    says: "OTP sent",
  },
];

it.each(CALLS)(
  "calls of $path that hang or fail with 503 do not affect visitors of other networks",
  async ({ path, ask, fails, hangs, atOnce, other, says }) => {
    upstream.set(path, ({ query, body }) => {
      const text = query.get("q") ?? body;
      if (/bad|\+916/.test(text)) return respondWith(503);
      if (/hang|\+917/.test(text)) return HANGS;
      return path === SEND ? json({ sessionId: "s", message: "sent" }) : { kind: "healthy" };
    });
    for (let index = 0; index < 6; index += 1) {
      expect((await ask(`192.0.2.1${index % 2}`, fails(index))).status).toBe(502);
    }
    const failed = upstream.count(path);
    const hanging = Array.from({ length: 8 }, (_, index) =>
      ask("192.0.2.3", hangs(index)).catch(() => null),
    );
    void Promise.all(hanging);
    await expect.poll(() => upstream.count(path)).toBe(failed + atOnce);
    for (const address of visitors) {
      const { status, html } = await ask(address, other);
      expect([status, html.includes(says)]).toEqual([200, true]);
      expect((await from(address).open("/pulsescout/dashboard")).status).toBe(200);
    }
  },
);

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
  for (const path of [`${TRIPS}&q=more`, `${TRIPS}&page=5`, `${data}&q=more`]) {
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
    from("192.0.2.1", shortTimeout).open(`${TRIPS}&q=hang${index}`),
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
