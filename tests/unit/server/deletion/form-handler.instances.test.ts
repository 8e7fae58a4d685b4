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
  httpError,
  PHONE,
  receipt,
  timeoutError,
} from "../../../support/deletion-person";

const MINUTE = 60_000;
const refusal = httpError(401, "Please log in again");

/** A fake Redis that runs the instances' scripts in memory and never expires a key. */
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
  const unlessAway = <T>(answer: () => T) =>
    server.isAway ? Promise.reject(new RedisError("it is away")) : Promise.resolve(answer());
  const redis = {
    script: ({ name }, keys, args) => unlessAway(() => scripts[name]?.(keys, args)),
    onUp: () => undefined,
  } as Pick<Redis, "script" | "onUp"> as Redis; // deletions use these two methods only
  return { redis, texts, server };
}

let fake: ReturnType<typeof createFakeRedis>;
beforeEach(() => void (fake = createFakeRedis()));

/** Two instances with one Redis and one auth API, whose calls `submitToBoth` blocks and releases. */
function twoInstances() {
  const one = createPerson({ redis: fake.redis });
  let release: () => void = () => undefined;
  let isBlocked = false;
  const released = new Promise<void>((resolve) => (release = resolve));
  const blockable =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A) => {
      if (isBlocked) await released;
      return call(...args);
    };
  const { api } = one.upstream;
  const authApi: AuthApi = {
    sendOtp: blockable((phone) => api.sendOtp(phone)),
    verifyOtp: blockable((session, otp) => api.verifyOtp(session, otp)),
    deleteProfile: blockable((token, reason) => api.deleteProfile(token, reason)),
  };
  const parts = { redis: fake.redis, limits: one.limits, authApi };
  const [first, second] = [createPerson(parts), createPerson(parts)];
  /** Submits one form of one page to both instances while the first call is pending. */
  async function submitToBoth(intent: Intent, fields: object, session: DeletionSession | null) {
    isBlocked = true;
    const outcomes = [first, second].map((person) =>
      person.does(intent, { idempotencyKey: "a page", ...fields }, session),
    );
    await new Promise((resolve) => setImmediate(resolve));
    release();
    return Promise.all(outcomes);
  }
  return { first, submitToBoth, upstream: one.upstream };
}

it.each<[string, Intent, object, UpstreamError | null]>([
  ["a code that is sent", "send", { phone: PHONE }, null],
  ["a code whose send got no answer", "send", { phone: PHONE }, timeoutError],
  ["the right code", "verify", { otp: CODE }, null],
  ["a wrong code", "verify", { otp: "000000" }, null],
  ["a code whose try got no answer", "verify", { otp: CODE }, timeoutError],
  ["a deletion", "delete", {}, null],
  ["a deletion that is refused", "delete", {}, refusal],
  ["a deletion whose answer is lost", "delete", {}, timeoutError],
  ["a deletion that has to wait", "delete", {}, httpError(429, "", MINUTE)],
])(
  "a form that two instances receive while its call is pending gets one answer: %s",
  async (_, intent, fields, error) => {
    const { first, submitToBoth, upstream } = twoInstances();
    if (intent === "verify") await first.reachCode();
    if (intent === "delete") await first.reachConfirm();
    const calls = upstream.reached.length;
    upstream.fail(error);
    const { session } = first;
    const [outcome, other] = await submitToBoth(intent, fields, session);
    expect(other).toEqual(outcome);
    expect(upstream.reached).toHaveLength(calls + 1);
    const code = await first.service.codeState(session, "203.0.113.7");
    if (intent === "verify")
      expect(code?.triesLeft).toBe(error || ("otp" in fields && fields.otp === CODE) ? 5 : 4);
  },
);

it("a refused code may have been used by a pending try of another page, also without Redis", async () => {
  const one = createPerson();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const { api } = one.upstream;
  const verifyOtp: AuthApi["verifyOtp"] = async (session, otp) => {
    const answer = await api.verifyOtp(session, otp);
    await released;
    return answer;
  };
  const person = createPerson({ authApi: { verifyOtp }, limits: one.limits });
  await person.reachCode();
  const { session } = person;
  const first = person.does("verify", { otp: CODE, idempotencyKey: "a page" }, session);
  await new Promise((resolve) => setImmediate(resolve));
  one.upstream.fail(httpError(400, "Wrong code"));
  expect(
    await person.does("verify", { otp: CODE, idempotencyKey: "another page" }, session),
  ).toMatchObject({ problem: { note: { id: "verify.maybe-used" } } });
  release();
  expect(await first).toMatchObject({ session: { at: "reasons" } });
});

it("a form is answered as 'unanswered' when the outcome that another instance stored cannot be read", async () => {
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
  ["is refused", refusal, 400],
  ["has to wait", httpError(429, "", MINUTE), 429],
])(
  "a deletion that lost its answer on another instance is mentioned when a later one %s",
  async (_, error, status) => {
    const person = createPerson({ redis: fake.redis });
    await person.reachConfirm();
    const keys = new Set(fake.texts.keys());
    person.upstream.fail(timeoutError);
    await person.does("delete", { idempotencyKey: "a page" }, { ...person.session } as never);
    const newKeys = [...fake.texts.keys()].filter((key) => !keys.has(key) && /:begun:/.test(key));
    expect(newKeys).toHaveLength(1);
    const other = createPerson({ redis: fake.redis });
    const session = { ...(person.session as VerifiedSession), lost: undefined };
    for (const again of [error, error]) {
      other.upstream.fail(again);
      expect(await other.does("delete", {}, session)).toMatchObject({
        status,
        problem: { note: { id: "delete.refused-after-loss" } },
      });
    }
    expect(fake.texts.has(newKeys[0] ?? "")).toBe(true);
  },
);

it("every instance finds the stored answer to the same request, and Redis holds it encrypted", async () => {
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
  // Another release may store answers in another format.
  texts.set(name, sealed.slice(0, -4));
  expect(await create().find("a request")).toBeNull();
  server.isAway = true;
  expect(await here.find("a request")).toEqual(receipt);
  expect(await there.find("a request")).toBeNull();
});
