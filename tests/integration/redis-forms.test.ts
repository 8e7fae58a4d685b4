import { describe, expect, it, vi } from "vitest";
import { fingerprint } from "server/limits/fingerprint.server";
import { createLimits } from "server/limits/limits.server";
import { createRedis } from "server/redis/redis.server";
import type { AuthApi } from "server/upstream/auth-api.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { createPerson } from "../support/deletion-person";
import { redisMissing } from "../support/redis-server";
import { PREFIX, silent, useRedis, WITHIN } from "../support/use-redis";
import { MESSAGE } from "../support/use-server";
import { createContact } from "server/contact/contact-requests.server";
import { sharedContext, withRequestContext } from "server/process/request-context.server";

const REFUSED_AFTER_LOSS = { status: 400, problem: { note: { id: "delete.refused-after-loss" } } };

describe.skipIf(redisMissing)("deletions on several instances", () => {
  const shared = useRedis();

  /** A person at one more instance. An instance with `authApi` shares the upstream of that API. */
  async function newPerson(authApi?: AuthApi) {
    const redis = await shared.connect();
    const limits = createLimits(redis);
    const person = createPerson({ redis, limits, fingerprint, ...(authApi && { authApi }) });
    return { person, redis };
  }

  async function newPeople() {
    const { person: one } = await newPerson();
    const { person: two } = await newPerson(one.upstream.api);
    return { one, two, ...one.upstream };
  }

  it("make one call with one receipt when sent to both at once, and store no secret", async () => {
    const { one, two, deleted } = await newPeople();
    await one.reachConfirm();
    two.session = one.session;
    await Promise.all([one.does("delete"), two.does("delete")]);
    expect(deleted).toHaveLength(1);
    expect(one.session).toMatchObject({ at: "done" });
    expect(two.session).toEqual(one.session);
    const keys = (await shared.server.command("KEYS", "*")) as string[];
    const values = (await shared.server.command("MGET", ...keys)) as string[];
    expect(keys.length).toBeGreaterThan(3);
    expect([...keys, ...values].join("\n")).not.toMatch(/9876543210|token/);
  });

  it("explain that a refused deletion may have happened when Redis cannot tell whether one was sent", async () => {
    const { one, two, fail } = await newPeople();
    await one.reachConfirm();
    two.session = one.session;
    const firstTry = one.does("delete");
    await shared.server.kill();
    await firstTry;
    fail(new UpstreamError("http", "Please log in again", { status: 401 }));
    expect(await two.does("delete")).toMatchObject({
      ...REFUSED_AFTER_LOSS,
      session: { at: "confirm", lost: expect.stringMatching(/^DEL-/) as string },
    });
  });

  it("are refused with 503 by an instance that cannot tell the others", async () => {
    const { person: one } = await newPerson();
    const redis = createRedis({ url: "redis://127.0.0.1:1", prefix: PREFIX, logger: silent });
    const cutOff = createPerson({ redis, authApi: one.upstream.api });
    cutOff.session = await one.reachConfirm();
    const putOff = { status: 503, session: { at: "confirm" } };
    expect(await cutOff.does("delete")).toMatchObject(putOff);
    expect(one.upstream.deleted).toEqual([]);
    redis.close();
  });

  it("wait for the instance that runs one, and continue when it dies", async () => {
    const { person: one } = await newPerson();
    const hanging: AuthApi["deleteProfile"] = () => new Promise(() => undefined);
    const dying = await newPerson({ ...one.upstream.api, deleteProfile: hanging });
    await one.reachConfirm();
    dying.person.session = one.session;
    void dying.person.does("delete");
    await vi.waitFor(async () => {
      expect(await shared.server.command("KEYS", "*lease*")).toHaveLength(1);
    }, WITHIN);
    one.upstream.fail(new UpstreamError("http", "Unknown token", { status: 401 }));
    const waiting = one.does("delete");
    // The waiting instance has polled for the outcome several times.
    const scripts = async () => {
      const statistics = String(await shared.server.command("INFO", "commandstats"));
      return Number(/cmdstat_eval:calls=(\d+)/.exec(statistics)?.[1]);
    };
    const count = await scripts();
    await vi.waitFor(async () => expect(await scripts()).toBeGreaterThan(count + 3), WITHIN);
    expect(one.upstream.reached.filter(({ call }) => call === "delete")).toEqual([]);
    dying.redis.close();
    expect(await waiting).toMatchObject(REFUSED_AFTER_LOSS);
  });

  it("work on a single instance while Redis is down, and are known to all afterwards", async () => {
    const { one, two, deleted } = await newPeople();
    await one.reachConfirm();
    const replayed = one.session;
    await shared.server.kill();
    await one.does("delete");
    expect(one.session).toMatchObject({ at: "done" });
    await shared.server.startAgain();
    await vi.waitFor(async () => {
      expect(await two.service.current(replayed)).toBeNull();
    }, WITHIN);
    two.session = replayed;
    await two.does("delete");
    expect(deleted).toHaveLength(1);
  });
});

describe.skipIf(redisMissing)("a message to two instances", () => {
  const redis = useRedis();

  it("is sent once when its form is posted to both, and both report it as sent", async () => {
    const sent: string[] = [];
    let confirm = () => {};
    const confirmed = new Promise<void>((resolve) => (confirm = resolve));
    const contactForm = {
      submit: ({ message }: typeof MESSAGE) => {
        sent.push(message);
        return confirmed;
      },
    };
    const instance = async () => {
      const connection = await redis.connect();
      const limits = createLimits(connection);
      return createContact({ contactForm, limits, redis: connection, logger: silent });
    };
    const [one, two] = [await instance(), await instance()];
    const press = (contact: typeof one, message = MESSAGE.message) => {
      const body = new URLSearchParams({ ...MESSAGE, message });
      const headers = { "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate" };
      const request = new Request("http://localhost/contactus", { method: "POST", body, headers });
      return withRequestContext(sharedContext("a request"), () => contact.answer(request, 0, ""));
    };
    const first = press(one);
    await expect.poll(() => sent).toEqual(["Hello"]);
    const second = press(two);
    const other = press(two, "Something else");
    await expect.poll(() => sent).toEqual(["Hello", "Something else"]);
    confirm();
    expect(await Promise.all([first, second, other])).toEqual(Array(3).fill("sent"));
    // A submission that the browser had sent before it got the response.
    expect(await press(two)).toBe("sent");
    expect(sent).toHaveLength(2);
  });
});
