import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createKeepsAnswers } from "server/deletion/kept-answers.server";
import { createDeletionMemory } from "server/deletion/deletion-memory.server";
import { finishedSession, pageIdOf } from "server/deletion/session.server";
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
  const server = { isAway: false, isBack: (): void => undefined };
  const orAway = <T>(answer: () => Promise<T>) =>
    server.isAway ? Promise.reject(new RedisError("not-sent", "it is away")) : answer();
  const redis = {
    script: ({ name }, [key = ""], args) =>
      orAway<unknown>(() => {
        if (name === "flight-end") ended.push(args);
        if (name === "answer-keep") texts.set(key, String(args[0]));
        if (name === "memory-name") {
          const isKept = args[2] === 0 && texts.has(key);
          if (!isKept) texts.set(key, String(args[0]));
          return Promise.resolve(texts.get(key));
        }
        return Promise.resolve(name === "flight-begin" ? begun : null);
      }),
    run: (_, command) =>
      orAway(() =>
        command({
          get: (key) => Promise.resolve(texts.get(key) ?? null),
          del: () => Promise.resolve(0),
        }),
      ),
    onUp: (listener) => void (server.isBack = listener),
  } as Pick<Redis, "script" | "run" | "onUp"> as Redis; // what deletions use of it
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

  // As where the other one could not be seen to end.
  it.each([
    { kind: "unknown" },
    { kind: "done" },
    { ...failed, message: { id: "delete.of-another-release" } },
    null,
  ])("may be done where it is said in a way that cannot be read: %j", async (said) => {
    const { outcome, session } = await toldOf(said);
    const problem = { message: { id: "delete.unanswered" } };
    const unknown = { ...session, lost: reference };
    expect(outcome).toEqual({ kind: "stayed", session: unknown, status: 502, problem });
  });
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

it("an answer is found again on every instance by the same request, and Redis cannot read it", async () => {
  const { redis, texts, server } = redisWith(["lead", "0"]);
  const create = (where: Redis | null) =>
    createKeepsAnswers(where, (text) => `#${text}#`)("receipt", finishedSession);
  const [here, there] = [create(redis), create(redis)];
  await here.keep("a request", receipt, START + MINUTE);
  const [name = "", sealed = ""] = [...texts][0] ?? [];
  expect(name).toBe("deletion:answer:#receipt a request#");
  expect(sealed).not.toContain(receipt.reference);
  for (const answers of [here, there]) {
    expect(await answers.find("a request")).toEqual(receipt);
    expect(await answers.find("another request")).toBeNull();
  }
  // Another release keeps them in another way, and who has another secret none at all.
  texts.set(name, sealed.slice(0, -4));
  expect(await create(redis).find("a request")).toBeNull();
  server.isAway = true;
  expect(await here.find("a request")).toEqual(receipt);
  expect(await there.find("a request")).toBeNull();
  vi.advanceTimersByTime(MINUTE);
  expect(await here.find("a request")).toBeNull();
});

it("instances remember together, until one comes back with a deletion that the others cannot know", async () => {
  const { redis, texts, server } = redisWith(["lead", "0"]);
  const [here, there] = [createDeletionMemory(redis), createDeletionMemory(redis)];
  const began = async () => pageIdOf({ at: "not-registered", id: await here.newSessionId() }) ?? "";
  const both = async (pageId: string) => [await here.isWhole(pageId), await there.isWhole(pageId)];
  const pageId = await began();
  expect(await both(pageId)).toEqual([true, true]);
  server.isAway = true;
  const unnamed = await began();
  expect(await both(pageId)).toEqual([false, false]);
  server.isAway = false;
  expect(await both(unnamed)).toEqual([false, false]);
  expect(await both(pageId)).toEqual([true, true]);
  server.isBack();
  expect(await both(pageId)).toEqual([true, true]);
  await there.noteMark();
  server.isBack();
  expect(await both(pageId)).toEqual([true, true]);
  server.isAway = true;
  await there.noteMark();
  server.isBack();
  server.isAway = false;
  expect(await both(pageId)).toEqual([true, true]);
  server.isBack();
  expect(await both(pageId)).toEqual([false, false]);
  const next = await began();
  expect(await both(next)).toEqual([true, true]);
  // One that begins while Redis is away cannot know what the process before it has sent.
  server.isAway = true;
  const restarted = createDeletionMemory(redis);
  expect(await restarted.isWhole(next)).toBe(false);
  server.isAway = false;
  server.isBack();
  expect(await both(next)).toEqual([false, false]);
  texts.clear();
  expect(await both(next)).toEqual([false, false]);
});
