import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Limits } from "server/limits/limits.server";
import { RedisError } from "server/redis/redis-error.server";
import type { Redis } from "server/redis/redis.server";
import { createReceipts } from "server/deletion/receipts.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import {
  createPerson,
  http,
  notSent,
  REGISTERED,
  START,
  timeout,
} from "../../../support/deletion-person";

const MINUTE = 60_000;
const reference = expect.stringMatching(/^DEL-\w{4}-\w{4}$/) as string;
const refused = http(401, "Please log in again");
const receipt = {
  at: "done",
  reference: "DEL-7K3F-9QXM",
  deletedAt: START,
  until: START + 15 * MINUTE,
} as const;

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

/** Somebody at the confirmation, whose deletion fails so. */
async function confirmed(
  error: UpstreamError | null = null,
  parts: Parameters<typeof createPerson>[0] = {},
) {
  const person = createPerson(parts);
  const session = await person.reachConfirm();
  person.upstream.fail(error);
  return { person, session, upstream: person.upstream };
}

/** Limits of which one rule cannot be counted. */
function broken(rule: string): Limits {
  const { limits } = createPerson();
  const take: Limits["take"] = (uses) =>
    uses.some((use) => use.rule === rule)
      ? Promise.reject(new Error("the store is gone"))
      : limits.take(uses);
  return { ...limits, take };
}

describe("a deletion", () => {
  it.each([null, START - 1_000])(
    "is logged by number and time (%s), without the person",
    async (deletedAt) => {
      const { person } = await confirmed();
      person.upstream.api.deleteProfile = () => Promise.resolve({ deletedAt });
      await person.does("delete");
      const at = deletedAt ?? START;
      const time = new Date(at).toISOString();
      expect(person.logged).toEqual([["info", { reference, deletedAt: time }, "account deleted"]]);
      const { reference: number } = person.logged[0]?.[1] as { reference: string };
      const until = START + 15 * MINUTE;
      expect(person.session).toEqual({ at: "done", reference: number, deletedAt: at, until });
    },
  );

  it("that was refused changes nothing, and repeats no token", async () => {
    const { person, session } = await confirmed(http(401, `There is no token of ${REGISTERED}/1`));
    expect(await person.does("delete")).toEqual({
      kind: "stayed",
      session,
      status: 400,
      problem: { message: { id: "delete.failed" }, said: "There is no •••" },
    });
    expect(person.logged).toEqual([]);
    person.upstream.fail(null);
    expect(await person.does("delete")).toMatchObject({ session: { at: "done" } });
  });

  it("is one although its count or its memory fails", async () => {
    const { person } = await confirmed(null, { limits: broken("deletionFinished") });
    expect(await person.does("delete")).toMatchObject({ kind: "moved", session: { at: "done" } });
    const error = { err: expect.any(Error) as Error, reference };
    expect(person.logged.at(-1)).toEqual(["error", error, "a deletion was not counted"]);
    const other = await confirmed(http(422), { limits: broken("deletionPressed") });
    const press = () => other.person.does("delete", { idempotencyKey: "a page" });
    expect(await press()).toMatchObject({ status: 400 });
    other.upstream.fail(null);
    expect(await press()).toMatchObject({ session: { at: "done" } });
  });

  it("pressed in two tabs fails in both, each of which keeps its own reasons", async () => {
    const { person, session } = await confirmed(http(422));
    const tabs = [session, { ...session, others: "typed in the other tab" }];
    const outcomes = await Promise.all(tabs.map((tab) => person.does("delete", {}, tab)));
    expect(outcomes.map((outcome) => outcome.session)).toEqual(tabs);
    expect(person.upstream.reached.filter(({ call }) => call === "delete")).toHaveLength(1);
  });

  it("that did not happen gives back its own count alone", async () => {
    const { person } = await confirmed(http(422));
    const uses = [{ rule: "deletionPressed", key: "a page" } as const];
    await person.limits.take(uses);
    await person.does("delete", { idempotencyKey: "a page" });
    expect(await person.limits.freeAt(uses)).toBeGreaterThan(0);
  });
});

describe("a deletion whose answer was lost", () => {
  it.each([
    [timeout, "delete.unanswered"],
    [http(500), "delete.failed"],
    [new UpstreamError("invalid", ""), "delete.failed"],
  ])("is remembered with a number after %s, whatever becomes of later tries", async (error, id) => {
    const { person, upstream } = await confirmed(error);
    const unknown = { status: 502, problem: { message: { id } } };
    expect(await person.does("delete")).toMatchObject(unknown);
    const { session } = person;
    expect(session).toMatchObject({ at: "confirm", lost: reference });
    const { lost } = session as { lost: string };
    const words = "the answer to a deletion was lost";
    expect(person.logged).toEqual([["warn", { reference: lost }, words]]);
    for (const again of [timeout, http(500), notSent]) {
      upstream.fail(again);
      const outcome = await person.does("delete");
      expect(outcome).toMatchObject({ status: 502, session });
      expect(outcome).not.toHaveProperty("problem.note");
    }
    upstream.fail(refused);
    expect(await person.does("delete")).toMatchObject({
      status: 400,
      session,
      problem: {
        message: { id: "delete.failed" },
        said: "Please log in again",
        note: { id: "delete.refused-after-loss" },
      },
    });
    upstream.fail(null);
    expect(await person.does("delete")).toMatchObject({ session: { at: "done", reference: lost } });
  });

  it.each([refused, notSent])("is not what happened after %s", async (error) => {
    const { person, session } = await confirmed(error);
    const outcome = await person.does("delete");
    expect(outcome).not.toHaveProperty("problem.note");
    expect(person.session).toEqual(session);
  });
});

describe("somebody who comes back without a session", () => {
  it.each([
    ["was done", null, "delete.maybe"],
    ["may have been done", timeout, "delete.maybe"],
    ["was refused", http(422), undefined],
    ["never left", notSent, undefined],
  ])("is told whether a deletion %s by the same page", async (_, error, id) => {
    const { person } = await confirmed(error);
    const press = (idempotencyKey: string) => person.does("delete", { idempotencyKey }, null);
    await person.does("delete", { idempotencyKey: "a page" });
    const undeleted = { message: { id: "problem.ended-undeleted" } };
    const problem = id ? { message: { id: "problem.ended" }, note: { id } } : undeleted;
    expect(await press("a page")).toEqual({ kind: "stayed", session: null, status: 409, problem });
    // Whoever sent another form, or none that can be told from others, has sent no deletion.
    for (const other of ["another page", ""])
      expect(await press(other)).toMatchObject({ problem: undeleted });
  });

  it("is told of a refusal after a lost answer, too", async () => {
    const { person, upstream } = await confirmed(timeout);
    await person.does("delete", { idempotencyKey: "a page" });
    upstream.fail(http(422));
    await person.does("delete", { idempotencyKey: "the page after" });
    const after = await person.does("delete", { idempotencyKey: "the page after" }, null);
    expect(after).toMatchObject({ problem: { note: { id: "delete.maybe" } } });
  });

  it.each([
    ["a session that was left", timeout, "leave"],
    ["a receipt that was left behind", null, "start-over"],
  ] as const)("is told the number of %s", async (_, error, intent) => {
    const { person } = await confirmed(error);
    await person.does("delete");
    const copy = person.session as { lost?: string; reference?: string };
    await person.does(intent);
    const values = { reference: copy.lost ?? copy.reference };
    expect(values).toEqual({ reference });
    expect(await person.does("delete", {}, copy as typeof person.session)).toMatchObject({
      problem: { note: { id: "delete.maybe-reference", values } },
    });
  });

  it("is told the number that the page itself knows", async () => {
    const values = { reference: "DEL-7K3F-9QXM" };
    expect(await createPerson().does("delete", { lost: values.reference })).toMatchObject({
      problem: {
        message: { id: "problem.ended" },
        note: { id: "delete.maybe-reference", values },
      },
    });
  });
});

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
    const { person, session } = await confirmed(null, { redis });
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

  it.each([{ kind: "busy" }, { kind: "done" }, null])(
    "is under way, as far as anybody can tell, where it says %j",
    async (said) => {
      const { outcome, session } = await toldOf(said);
      const problem = { message: { id: "problem.busy" } };
      expect(outcome).toEqual({ kind: "stayed", session, status: 409, problem });
    },
  );
});

describe("a deletion that other instances wait for", () => {
  /** What the others are told, and whether it is known what became of it. */
  async function tells(abandoned: "0" | "1", ...errors: (UpstreamError | null)[]) {
    const { redis, ended } = redisWith(["lead", abandoned]);
    const { person, upstream } = await confirmed(null, { redis });
    let outcome;
    for (const error of errors) {
      upstream.fail(error);
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
      const { person, session } = await confirmed(null, { redis });
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
  server.isAway = true;
  expect(await here.find("a session", "a page")).toEqual(receipt);
  expect(await there.find("a session", "a page")).toBeNull();
  await here.keep("a session", "a third page", receipt);
  expect(await here.find("a session", "a third page")).toEqual(receipt);
  expect(await create(null).find("a session", "a page")).toBeNull();
});
