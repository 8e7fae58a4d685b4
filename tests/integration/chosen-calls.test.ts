import { beforeEach, expect, it } from "vitest";
import { json, PAGE, respondWith, SEND } from "../support/deletion-site";
import { FormClient } from "../support/form-client";
import { useServer } from "../support/use-server";

const SEARCH = "/trips/search";
const TRIPS = "/pulsescout/dashboard?tab=trip";
const HANGS = { kind: "stall" } as const;

/** Hanging calls may outlast their test, so each test uses client networks of its own. */
const { upstream, server } = await useServer({
  ...{ LOG_LEVEL: "error", TRUST_PROXY: "1", UPSTREAM_TIMEOUT_MS: "10000" },
});
beforeEach(() => upstream.reset());

const from = (address: string) => new FormClient(server.url, address);

/** Opens a search with this text. */
const search = (address: string, text: string) => from(address).open(`${TRIPS}&q=${text}`);

async function sendCode(address: string, phone: string) {
  const person = from(address);
  await person.open(PAGE);
  return person.press("Send OTP", { phone });
}

/** Calls that one network chose: texts that fail, texts that hang, and what another visitor gets meanwhile. */
const CALLS = [
  { path: SEARCH, ask: search, texts: ["bad", "hang"], atOnce: 4, other: "shared", says: "trip" },
  {
    ...{ path: SEND, ask: sendCode, texts: ["600000000", "700000000"] },
    ...{ atOnce: 8, other: "8000000001", says: "OTP sent" },
  },
];

it.each(CALLS)(
  "calls of $path that hang or fail with 503 do not affect visitors of other networks",
  async ({ path, ask, texts: [fails, hangs], atOnce, other, says }) => {
    upstream.set(path, ({ query, body }) => {
      const text = query.get("q") ?? body;
      if (/bad|\+916/.test(text)) return respondWith(503);
      if (/hang|\+917/.test(text)) return HANGS;
      return path === SEND ? json({ sessionId: "s", message: "sent" }) : { kind: "healthy" };
    });
    for (let index = 0; index < 6; index += 1) {
      expect((await ask(`192.0.2.1${index % 2}`, `${fails}${index}`)).status).toBe(502);
    }
    const failed = upstream.count(path);
    const hanging = Array.from({ length: 8 }, (_, index) =>
      ask("192.0.2.3", `${hangs}${index}`).catch(() => null),
    );
    void Promise.all(hanging);
    await expect.poll(() => upstream.count(path)).toBe(failed + atOnce);
    for (const address of ["198.51.100.7", "2001:db8::7"]) {
      const { status, html } = await ask(address, other);
      expect([status, html.includes(says)]).toEqual([200, true]);
      expect((await from(address).open("/pulsescout/dashboard")).status).toBe(200);
    }
  },
);

it("chosen views beyond the limit per minute are refused with a retry time", async () => {
  const client = from("192.0.2.4");
  const statusOf = async (text: string) =>
    (await client.open(`/pulsescout/dashboard.data?tab=trip&q=${text}`)).status;
  const readUntilRefused = async (reader: number) => {
    for (let index = 0; (await statusOf(`text${reader}-${index}`)) === 200; index += 1);
  };
  await Promise.all(Array.from({ length: 4 }, (_, reader) => readUntilRefused(reader)));
  const calls = upstream.count(SEARCH);
  expect(calls).toBeGreaterThanOrEqual(600);
  const { status, headers, html } = await client.open(`${TRIPS}&q=more`);
  expect(status).toBe(429);
  expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(html).toMatch(/You can try again at \d+ \w+ \d+, [\d:]+ UTC/);
  expect(upstream.count(SEARCH)).toBe(calls);
});

it("a view that gets no upstream slot in time is refused with a retry time", async () => {
  upstream.set(SEARCH, HANGS);
  const hanging = Array.from({ length: 5 }, (_, index) =>
    search("192.0.2.1", `slot${index}`).catch(() => null),
  );
  const refused = await Promise.race(hanging);
  expect(refused?.status).toBe(503);
  expect(refused?.html).toMatch(/too many calls are waiting. You can try again at /);
  expect(Number(refused?.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(upstream.count(SEARCH)).toBe(4);
});
