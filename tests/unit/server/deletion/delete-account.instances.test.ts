import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createReceipts } from "server/deletion/receipts.server";
import { RedisError } from "server/redis/redis-error.server";
import type { Redis } from "server/redis/redis.server";
import type { UpstreamError } from "server/upstream/upstream-error.server";
import { createPerson, http, receipt, START, timeout } from "../../../support/deletion-person";

const MINUTE = 60_000;
const reference = expect.stringMatching(/^DEL-/) as string;
const refused = http(401, "Please log in again");
beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

/** A Redis in which another instance's deletion stands, or where this one may lead. */
function redisWith(begun: ["landed" | "lead", string]) {
  const texts = new Map<string, string>();
  const ended: (string | number)[][] = [];
  const server = { isAway: false };
  const orAway = <T>(answer: () => Promise<T>) =>
    server.isAway ? Promise.reject(new RedisError("not-sent", "it is away")) : answer();
  const redis = {
    script: ({ name }, [key = ""], args) =>
      orAway(() => {
        if (name === "flight-end") ended.push(args);
        if (name === "receipt-keep") texts.set(key, String(args[0]));
        return Promise.resolve(name === "flight-begin" ? begun : null);
      }),
    run: (_, command) =>
      orAway(() =>
        command({
          get: (key) => Promise.resolve(texts.get(key) ?? null),
          set: () => Promise.resolve(),
          del: () => Promise.resolve(0),
        }),
      ),
  } as Pick<Redis, "script" | "run"> as Redis; // what deletions use of it
  return { redis, texts, ended, server };
}

describe("a deletion that another instance has answered", () => {
  /** What somebody is told of it here, and the session they had. */
  async function toldOf(said: unknown) {
    const { redis } = redisWith(["landed", JSON.stringify(said)]);
    const person = createPerson({ redis });
    const session = await person.reachConfirm();
    const outcome = await person.does("delete", { idempotencyKey: "a page" });
    expect(person.upstream.deleted).toEqual([]);
    return { outcome, session };
  }
  const message = { id: "delete.failed" };
  const failed = { kind: "failed", message, said: "No", status: 400, refusedAfterLoss: false };

  it("is the same receipt, or the same end, here", async () => {
    const { outcome } = await toldOf({ kind: "done", receipt });
    expect(outcome).toEqual({ kind: "moved", session: receipt });
    expect((await toldOf({ kind: "gone" })).outcome).toMatchObject({
      status: 409,
      session: null,
      problem: { message: { id: "problem.ended-undeleted" } },
    });
  });

  it("is the same failure here, and a number that was given is not forgotten", async () => {
    const { outcome, session } = await toldOf(failed);
    const problem = { message, said: "No" };
    expect(outcome).toEqual({ kind: "stayed", session, status: 400, problem });
    const lost = { ...failed, status: 502, refusedAfterLoss: true, lost: receipt.reference };
    for (const told of [lost, { ...lost, restUntil: START + MINUTE }]) {
      expect((await toldOf(told)).outcome).toMatchObject({
        session: { at: "confirm", lost: receipt.reference },
        status: 502,
        problem: { note: { id: "delete.refused-after-loss" } },
      });
    }
    expect((await toldOf({ ...failed, restUntil: START + MINUTE })).outcome).toMatchObject({
      session: { refused: { cause: "delete", until: START + MINUTE } },
      status: 429,
      retryAt: START + MINUTE,
    });
  });

  it("is under way where the other one could not be seen to end", async () => {
    const { outcome, session } = await toldOf({ kind: "busy" });
    const problem = { message: { id: "problem.busy" } };
    expect(outcome).toEqual({ kind: "stayed", session, status: 409, problem });
  });

  it.each([{ kind: "done" }, { ...failed, message: { id: "delete.of-another-release" } }, null])(
    "may be done where it is said in a way that cannot be read: %j",
    async (said) => {
      const { outcome, session } = await toldOf(said);
      const problem = { message: { id: "delete.unanswered" } };
      const unknown = { ...session, lost: reference };
      expect(outcome).toEqual({ kind: "stayed", session: unknown, status: 502, problem });
    },
  );
});

describe("a deletion that other instances wait for", () => {
  /** What the others are told, and whether it is known what became of it. */
  async function tells(abandoned: "0" | "1", ...errors: (UpstreamError | null)[]) {
    const { redis, ended } = redisWith(["lead", abandoned]);
    const person = createPerson({ redis });
    await person.reachConfirm();
    let outcome;
    for (const error of errors) {
      person.upstream.fail(error);
      outcome = await person.does("delete", { idempotencyKey: "a page" });
    }
    const [, said = "", , settled] = ended.at(-1) ?? [];
    return { outcome, said: JSON.parse(String(said)) as unknown, settled };
  }

  it("is settled when it is done, or surely not", async () => {
    expect(await tells("0", null)).toMatchObject({ said: { kind: "done" }, settled: 1 });
    const said = { kind: "failed", refusedAfterLoss: false };
    expect(await tells("0", refused)).toMatchObject({ said, settled: 1 });
  });

  it("is not settled while nobody knows what became of it", async () => {
    const lost = { kind: "failed", lost: reference };
    expect(await tells("0", timeout)).toMatchObject({ said: lost, settled: 0 });
    expect(await tells("1", refused)).toMatchObject({
      outcome: { problem: { note: { id: "delete.refused-after-loss" } } },
      said: { refusedAfterLoss: true },
      settled: 0,
    });
  });

  it("is told to be of an ended session, where it is left or deleted by another form", async () => {
    for (const [intent, idempotencyKey] of [
      ["leave", "a page"],
      ["delete", "another page"],
    ] as const) {
      const { redis, ended } = redisWith(["lead", "0"]);
      const person = createPerson({ redis });
      const session = await person.reachConfirm();
      await person.does(intent, { idempotencyKey });
      await person.does("delete", { idempotencyKey: "a page" }, session);
      expect(ended.at(-1)?.[1]).toBe(JSON.stringify({ kind: "gone" }));
    }
  });

  it("may be done when one was begun elsewhere that wants to be left alone now", async () => {
    const slowDown = http(429, "", MINUTE);
    for (const errors of [[slowDown], [slowDown, null]]) {
      const { outcome, settled } = await tells("1", ...errors);
      const note = { id: "delete.refused-after-loss" };
      expect(outcome).toMatchObject({
        status: 429,
        retryAt: START + MINUTE,
        problem: { message: { id: "limit.delete" }, note, again: true },
      });
      expect(settled).toBe(0);
    }
    const { outcome, said, settled } = await tells("0", slowDown, null);
    expect(outcome).not.toHaveProperty("problem.note.id");
    expect(said).toMatchObject({ message: { id: "limit.delete" }, restUntil: START + MINUTE });
    expect(settled).toBe(1);
  });
});

it("a receipt is found on every instance by session and idempotency key, and by neither alone", async () => {
  const { redis, texts, server } = redisWith(["lead", "0"]);
  const create = (where: Redis | null) => createReceipts(where, (text) => `#${text}#`);
  const [here, there] = [create(redis), create(redis)];
  await here.keep("a session", "", receipt);
  expect(texts.size).toBe(0);
  await here.keep("a session", "a page", receipt);
  expect([...texts.keys()]).toEqual(["deletion:receipt:#a session a page#"]);
  for (const receipts of [here, there]) {
    expect(await receipts.find("a session", "a page")).toEqual(receipt);
    expect(await receipts.find("a session", "another page")).toBeNull();
    expect(await receipts.find("another session", "a page")).toBeNull();
    expect(await receipts.find("a session", "")).toBeNull();
  }
  // Another release keeps them in another way.
  const [name = "", text = ""] = [...texts][0] ?? [];
  texts.set(name, text.replace('"version":1', '"version":2'));
  expect(await create(redis).find("a session", "a page")).toBeNull();
  server.isAway = true;
  expect(await here.find("a session", "a page")).toEqual(receipt);
  expect(await there.find("a session", "a page")).toBeNull();
  await here.keep("a session", "a third page", receipt);
  expect(await here.find("a session", "a third page")).toEqual(receipt);
  expect(await create(null).find("a session", "a page")).toBeNull();
});
