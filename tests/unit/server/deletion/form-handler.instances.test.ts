import { beforeEach, expect, it } from "vitest";
import { createIdempotentCalls } from "server/session/idempotent-calls.server";
import {
  finishedSession,
  type DeletionSession,
  type VerifiedSession,
} from "server/deletion/places.server";
import type { Intent } from "server/deletion/form-fields.server";
import { RedisError } from "server/redis/redis-error.server";
import type { Redis } from "server/redis/redis.server";
import type { AuthApi } from "server/upstream/auth-api.server";
import type { UpstreamError } from "server/upstream/upstream-error.server";
import {
  CODE,
  createPerson,
  http,
  PHONE,
  receipt,
  timeout,
} from "../../../support/deletion-person";

const MINUTE = 60_000;
const refused = http(401, "Please log in again");

/** What the instances' scripts do in a Redis that forgets nothing. */
function createFakeRedis() {
  const texts = new Map<string, string>();
  const server = { isAway: false, unreadable: false };
  const scripts: Record<string, (keys: string[], args: (string | number)[]) => unknown> = {
    "call-begin": ([lease = "", outcome = "", begun = ""], [holder, , waited]) => {
      if (server.unreadable) return ["landed", "?"];
      if (waited === 1 && texts.has(outcome)) return ["landed", texts.get(outcome)];
      if (texts.has(lease)) return ["wait", ""];
      texts.set(lease, String(holder)).delete(outcome);
      const other = texts.get(begun);
      const isUnderWay = other !== undefined && texts.has(other);
      if (!isUnderWay) texts.set(begun, lease);
      return ["lead", other === undefined ? "known" : isUnderWay ? "unseen" : "lost"];
    },
    "call-end": ([lease = "", outcome = "", begun = ""], [, text, , isKnown]) => {
      texts.delete(lease);
      texts.set(outcome, String(text));
      if (isKnown !== 1) texts.set(begun, "lost");
      else if (texts.get(begun) === lease) texts.delete(begun);
    },
    "answer-keep": ([name = ""], [text]) => void texts.set(name, String(text)),
    "answer-find": ([name = ""]) => texts.get(name) ?? null,
    "deletion-memory": () => [Date.now(), "a memory", 0],
  };
  const orAway = <T>(answer: () => T) =>
    server.isAway
      ? Promise.reject(new RedisError("not-sent", "it is away"))
      : Promise.resolve(answer());
  const redis = {
    script: ({ name }, keys, args) => orAway(() => scripts[name]?.(keys, args)),
    onUp: () => undefined,
  } as Pick<Redis, "script" | "onUp"> as Redis; // what deletions use of it
  return { redis, texts, server };
}

let fake: ReturnType<typeof createFakeRedis>;
beforeEach(() => void (fake = createFakeRedis()));

/** Two instances, the first of which waits for the auth API's answer until it is let go. */
function twoInstances() {
  const one = createPerson({ redis: fake.redis });
  let letGo: () => void = () => undefined;
  let isHeld = false;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const hold =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A) => {
      if (isHeld) await held;
      return call(...args);
    };
  const { api } = one.upstream;
  const authApi: AuthApi = {
    sendOtp: hold((phone) => api.sendOtp(phone)),
    verifyOtp: hold((session, otp) => api.verifyOtp(session, otp)),
    deleteProfile: hold((token, reason) => api.deleteProfile(token, reason)),
  };
  const parts = { redis: fake.redis, limits: one.limits, authApi };
  const [first, second] = [createPerson(parts), createPerson(parts)];
  /** One button of one page pressed on both while the first call is under way. */
  async function press(intent: Intent, fields: object, session: DeletionSession | null) {
    isHeld = true;
    const outcomes = [first, second].map((person) =>
      person.does(intent, { idempotencyKey: "a page", ...fields }, session),
    );
    await new Promise((resolve) => setImmediate(resolve));
    letGo();
    return Promise.all(outcomes);
  }
  return { first, press, upstream: one.upstream };
}

it.each<[string, Intent, object, UpstreamError | null]>([
  ["a code that is sent", "send", { phone: PHONE }, null],
  ["a code whose send got no answer", "send", { phone: PHONE }, timeout],
  ["the right code", "verify", { otp: CODE }, null],
  ["a wrong code", "verify", { otp: "000000" }, null],
  ["a code whose try got no answer", "verify", { otp: CODE }, timeout],
  ["a deletion", "delete", {}, null],
  ["a deletion that is refused", "delete", {}, refused],
  ["a deletion whose answer is lost", "delete", {}, timeout],
  ["a deletion that has to wait", "delete", {}, http(429, "", MINUTE)],
])(
  "a form that is sent to two instances while its call is under way gets one answer: %s",
  async (_, intent, fields, error) => {
    const { first, press, upstream } = twoInstances();
    if (intent === "verify") await first.reachCode();
    if (intent === "delete") await first.reachConfirm();
    const calls = upstream.reached.length;
    upstream.fail(error);
    const { session } = first;
    const [outcome, other] = await press(intent, fields, session);
    expect(other).toEqual(outcome);
    expect(upstream.reached).toHaveLength(calls + 1);
    const code = await first.service.codeState(session, "203.0.113.7");
    if (intent === "verify")
      expect(code?.triesLeft).toBe(error || ("otp" in fields && fields.otp === CODE) ? 5 : 4);
  },
);

it("a form that is sent to two instances while its call is under way may be used up by a try of another page that is under way, without Redis, too", async () => {
  const one = createPerson();
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const { api } = one.upstream;
  const verifyOtp: AuthApi["verifyOtp"] = async (session, otp) => {
    const answer = await api.verifyOtp(session, otp);
    await held;
    return answer;
  };
  const person = createPerson({ authApi: { verifyOtp }, limits: one.limits });
  await person.reachCode();
  const { session } = person;
  const first = person.does("verify", { otp: CODE, idempotencyKey: "a page" }, session);
  await new Promise((resolve) => setImmediate(resolve));
  one.upstream.fail(http(400, "Wrong code"));
  expect(
    await person.does("verify", { otp: CODE, idempotencyKey: "another page" }, session),
  ).toMatchObject({ problem: { note: { id: "verify.maybe-used" } } });
  letGo();
  expect(await first).toMatchObject({ session: { at: "reasons" } });
});

it("a form that is sent to two instances while its call is under way gets no known answer where what the other instance has written cannot be read", async () => {
  for (const [intent, message, note] of [
    ["verify", "verify.unanswered", "verify.maybe-used"],
    ["delete", "delete.unanswered", undefined],
  ] as const) {
    const person = createPerson({ redis: fake.redis });
    if (intent === "verify") await person.reachCode();
    else await person.reachConfirm();
    fake.server.unreadable = true;
    const outcome = await person.does(intent, { otp: CODE });
    fake.server.unreadable = false;
    const problem = { message: { id: message }, ...(note && { note: { id: note } }) };
    expect(outcome).toMatchObject({ status: 502, problem });
  }
});

it.each([
  ["it is refused", refused, 400],
  ["it has to wait", http(429, "", MINUTE), 429],
])(
  "a deletion that another instance has begun, and not ended may be done where %s",
  async (_, error, status) => {
    const person = createPerson({ redis: fake.redis });
    await person.reachConfirm();
    const keys = new Set(fake.texts.keys());
    person.upstream.fail(timeout);
    await person.does("delete", { idempotencyKey: "a page" }, { ...person.session } as never);
    const begun = [...fake.texts.keys()].filter((key) => !keys.has(key) && /:begun:/.test(key));
    expect(begun).toHaveLength(1);
    const other = createPerson({ redis: fake.redis });
    const session = { ...(person.session as VerifiedSession), lost: undefined };
    for (const again of [error, error]) {
      other.upstream.fail(again);
      expect(await other.does("delete", {}, session)).toMatchObject({
        status,
        problem: { note: { id: "delete.refused-after-loss" } },
      });
    }
    expect(fake.texts.has(begun[0] ?? "")).toBe(true);
  },
);

it("an answer is found again on every instance by the same request, and Redis cannot read it", async () => {
  const { redis, texts, server } = fake;
  const kind = { name: "a kind", schema: finishedSession, hadEffect: () => "yes" as const };
  const create = () => createIdempotentCalls(redis, (text) => `#${text}#`, kind);
  const [here, there] = [create(), create()];
  await here.keep("a request", receipt, Date.now() + MINUTE);
  const [name = "", sealed = ""] = [...texts][0] ?? [];
  expect(name).toBe("deletion:answer:#a kind a request#");
  expect(sealed).not.toContain(receipt.reference);
  for (const answers of [here, there]) {
    expect(await answers.find("a request")).toEqual(receipt);
    expect(await answers.find("another request")).toBeNull();
  }
  // Another release keeps them in another way.
  texts.set(name, sealed.slice(0, -4));
  expect(await create().find("a request")).toBeNull();
  server.isAway = true;
  expect(await here.find("a request")).toEqual(receipt);
  expect(await there.find("a request")).toBeNull();
});
