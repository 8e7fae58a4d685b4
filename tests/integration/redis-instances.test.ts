import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import {
  CODE,
  DELETE,
  json,
  OTP_SESSION,
  PAGE,
  SEND,
  TOKEN,
  VERIFY,
} from "../support/deletion-site";
import { FaultyUpstream } from "../support/faulty-upstream";
import { FormClient, type Visit } from "../support/form-client";
import { rawRequest } from "../support/raw-request";
import { redisMissing, RedisServer } from "../support/redis-server";
import { whileRedisAnswers } from "../support/while-redis-answers";

const WITHIN = { timeout: 60_000, interval: 50 };

/** People in the middle of a deletion when an instance dies; deaths of Redis, and for how long it is asked meanwhile. */
const { JOURNEYS, DEATHS, LOAD_MS } =
  process.env.WHOLE_PROOF === "1"
    ? { JOURNEYS: 200, DEATHS: 3, LOAD_MS: 60_000 }
    : { JOURNEYS: 30, DEATHS: 2, LOAD_MS: 0 };

describe.skipIf(redisMissing)("three instances with one Redis", () => {
  let redis: RedisServer;
  let upstream: FaultyUpstream;
  let servers: BuiltServer[];
  let lastPhone = 9_700_000_000;
  let lastAddress = 0;
  const newPhone = () => String((lastPhone += 1));

  const start = () =>
    startBuiltServer({
      env: {
        SANDBOX: "off",
        CORE_API_URL: upstream.origin,
        AUTH_API_URL: upstream.origin,
        REDIS_URL: redis.url,
        SESSION_SECRET: "one secret for all three instances",
        TRUST_PROXY: "1",
      },
    });

  beforeAll(async () => {
    [redis, upstream] = await Promise.all([RedisServer.start(), FaultyUpstream.start()]);
    servers = await Promise.all([start(), start(), start()]);
    await everyRedisIs("up");
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await Promise.all([upstream.stop(), redis.stop()]);
  });
  beforeEach(() => {
    upstream.reset();
    upstream.set(SEND, json({ sessionId: OTP_SESSION + newPhone(), message: "sent" }));
    upstream.set(VERIFY, json({ action: "login", token: TOKEN, message: "ok" }));
    upstream.set(DELETE, json({ message: "Account deleted successfully" }));
  });

  const everyRedisIs = (state: string) =>
    vi.waitFor(async () => {
      for (const { url } of servers) {
        const { status, body } = await rawRequest(url, "/readyz");
        const { dependencies } = JSON.parse(body) as { dependencies: object[] };
        expect(status).toBe(200);
        expect(dependencies).toContainEqual(expect.objectContaining({ name: "redis", state }));
      }
    }, WITHIN);

  const shared = (scenario: () => Promise<void>) =>
    whileRedisAnswers(servers, () => everyRedisIs("up"), scenario);

  const server = (index: number): BuiltServer => {
    const found = servers[index % servers.length];
    if (!found) throw new Error("there is no server");
    return found;
  };

  const calls = (path: string) => upstream.calls.filter((call) => call.path === path);

  /** A visitor whose proxy sends each request where it likes. */
  class Visitor {
    readonly #address = `203.0.113.${(lastAddress += 1) % 250}`;
    #client: FormClient;

    constructor(index: number) {
      this.#client = new FormClient(server(index).url, this.#address);
    }

    /** Looks at the page on an instance, as after a redirect. */
    open(index: number): Promise<Visit> {
      this.#client = this.#before(index);
      return this.#client.open(PAGE);
    }

    async press(index: number, button: string, fields: Record<string, string> = {}) {
      await this.open(index);
      return this.#client.press(button, fields);
    }

    /** Presses what stands on the page in front of the person, which came from the same instance. */
    pressShown(button: string): Promise<Visit> {
      return this.#client.press(button);
    }

    /** Presses once more, on another instance, what stands on the page in front of the person. */
    pressAgain(index: number, button: string): Promise<Visit> {
      const shown = this.#client.visits.findLast(({ html }) => html !== "");
      this.#client = this.#before(index);
      if (shown) this.#client.visits.push(shown);
      return this.#client.press(button);
    }

    #before(index: number): FormClient {
      const client = new FormClient(server(index).url, this.#address);
      for (const [name, value] of this.#client.cookies) client.cookies.set(name, value);
      return client;
    }

    async reachConfirm(index: number): Promise<void> {
      await this.press(index, "Send OTP", { phone: newPhone() });
      await this.press(index + 1, "Verify OTP", { otp: CODE });
      await this.press(index + 2, "Delete Account", { reason: "Privacy concerns" });
    }

    /** Somebody who holds the same cookies. */
    copy(): Visitor {
      const copy = new Visitor(0);
      copy.#client = this.#before(0);
      return copy;
    }
  }

  it("send one phone one code, whichever of them is asked", () =>
    shared(async () => {
      const before = calls(SEND).length;
      const phone = newPhone();
      const asked = [0, 1, 2, 3, 4, 5].map((index) =>
        new Visitor(index).press(index, "Send OTP", { phone }),
      );
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 429, 429, 429, 429, 429]);
      expect(calls(SEND)).toHaveLength(before + 1);
    }));

  it("end a journey that went through all of them, and know its cookie afterwards", async () => {
    const visitor = new Visitor(0);
    await visitor.reachConfirm(0);
    const replayed = visitor.copy();
    const receipt = await visitor.press(1, "Delete");
    expect(receipt.html).toContain("Account Deleted Successfully");
    expect((await visitor.open(2)).html).toContain("Account Deleted Successfully");
    for (const index of [0, 1, 2]) {
      expect((await replayed.open(index)).html).toContain("Send OTP");
    }
    expect(calls(DELETE)).toHaveLength(1);
  });

  it("keep as many dashboards up to date for one address as one would", () =>
    shared(async () => {
      const headers = { "X-Forwarded-For": `198.51.100.${(lastAddress += 1) % 250}` };
      const agent = new Agent({ maxSockets: Infinity });
      const open = async (index: number) => {
        const url = `${server(index).url}/pulsescout/dashboard/events`;
        const asked = get(url, { headers, agent }).on("error", () => undefined);
        const [answer] = (await once(asked, "response")) as [IncomingMessage];
        return answer.on("error", () => undefined);
      };
      try {
        const streams: IncomingMessage[] = [];
        for (let index = 0; index < 20; index += 1) streams.push(await open(index));
        expect(streams.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
        for (const index of [0, 1, 2]) expect((await open(index)).statusCode).toBe(429);
        streams[0]?.destroy();
        await vi.waitFor(async () => expect((await open(1)).statusCode).toBe(200), WITHIN);
      } finally {
        agent.destroy();
      }
    }));

  it("serve on while Redis dies and comes back, and say so", async () => {
    const statuses: number[] = [];
    const start = performance.now();
    let over = false;
    const visits = servers.map(async ({ url }) => {
      while (!over) {
        for (const path of [PAGE, "/pulsescout/dashboard?tab=trip", "/contactus"]) {
          statuses.push((await rawRequest(url, path)).status);
        }
      }
    });
    for (let death = 1; death <= DEATHS; death += 1) {
      await redis.kill();
      await everyRedisIs("down");
      await redis.startAgain();
      await everyRedisIs("up");
      await delay((LOAD_MS * death) / DEATHS - (performance.now() - start));
    }
    over = true;
    await Promise.all(visits);
    process.stderr.write(`${statuses.length} answers while Redis died ${DEATHS} times\n`);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { body } = await rawRequest(server(0).url, "/metrics");
    expect(body).toMatch(/^redis_up 1$/m);
    const said = server(0).lines.flatMap(
      (line) => /"redis":"(up|down)".*"msg":"redis"/.exec(line)?.[1] ?? [],
    );
    // Each change once. On a busy machine an answer may be too late between the deaths, too.
    expect(said.filter((state, index) => state === said[index - 1])).toEqual([]);
    expect(said.filter((state) => state === "down").length).toBeGreaterThanOrEqual(DEATHS);
  });

  it("lose no journey that can be finished when one of them is killed", async () => {
    const visitors = Array.from({ length: JOURNEYS }, (_, index) => new Visitor(index));
    for (const [index, visitor] of visitors.entries()) {
      upstream.set(SEND, json({ sessionId: `${OTP_SESSION} ${index}`, message: "sent" }));
      await visitor.reachConfirm(index);
      await visitor.open(index);
    }
    upstream.set(DELETE, json({ message: "Account deleted successfully" }, 200));
    const presses = visitors.map(async (visitor, index) => {
      const receipt = await visitor.pressShown("Delete").catch(() => null);
      return receipt ?? visitor.pressAgain(index + 1, "Delete");
    });
    await vi.waitFor(() => expect(calls(DELETE).length).toBeGreaterThan(JOURNEYS / 3), WITHIN);
    await server(0).kill();
    const receipts = await Promise.all(presses);
    servers[0] = await start();
    for (const { html } of receipts) expect(html).toContain("Account Deleted Successfully");
    // Twice only for those whose instance died: nobody can know what became of their first call.
    expect(calls(DELETE).length).toBeLessThanOrEqual(JOURNEYS + JOURNEYS / 3);
  });
});
