import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RedisError } from "server/redis/redis-error.server";
import type { Redis } from "server/redis/redis.server";
import { createReceipts } from "server/deletion/receipts.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { createPerson, START } from "../../../support/deletion-person";

const MINUTE = 60_000;
const receipt = {
  at: "done",
  reference: "DEL-7K3F-9QXM",
  deletedAt: START,
  until: START + 15 * MINUTE,
} as const;

beforeEach(() => void vi.useFakeTimers({ now: START, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

/** A Redis in which another instance's deletion stands, or where this one may lead. */
function redisWith(begun: ["landed" | "lead", string]) {
  const texts = new Map<string, string>();
  const ended: (string | number)[][] = [];
  let isAway = false;
  const redis = {
    script: ({ name }, [key = ""], args) => {
      if (isAway) return Promise.reject(new RedisError("not-sent", "it is away"));
      if (name === "flight-begin") return Promise.resolve(begun);
      if (name === "flight-end") ended.push(args);
      if (name === "receipt-keep") texts.set(key, String(args[0]));
      return Promise.resolve(null);
    },
    run: (_, command) =>
      isAway
        ? Promise.reject(new RedisError("not-sent", "it is away"))
        : command({
            get: (key) => Promise.resolve(texts.get(key) ?? null),
            set: () => Promise.resolve(),
            del: () => Promise.resolve(0),
          }),
  } as Pick<Redis, "script" | "run"> as Redis; // what deletions use of it
  return { redis, texts, ended, goAway: () => void (isAway = true) };
}

/** What somebody is told whose deletion another instance has answered. */
async function toldOf(said: unknown) {
  const { redis } = redisWith(["landed", JSON.stringify(said)]);
  const person = createPerson({ redis });
  await person.reachConfirm();
  const confirmed = person.session;
  const outcome = await person.does("delete", { idempotencyKey: "a page" });
  expect(person.upstream.deleted).toEqual([]);
  return { outcome, confirmed };
}

describe("a deletion that another instance has answered", () => {
  it("is the same receipt here", async () => {
    const { outcome } = await toldOf({ kind: "done", receipt });
    expect(outcome).toEqual({ kind: "moved", session: receipt });
  });

  it("is an ended session where that one found it ended", async () => {
    const { outcome } = await toldOf({ kind: "gone" });
    expect(outcome).toMatchObject({
      status: 409,
      session: null,
      problem: { message: { id: "problem.ended-undeleted" } },
    });
  });

  it("is the same failure here", async () => {
    const failed = {
      kind: "failed",
      message: { id: "delete.failed" },
      said: "Not today",
      status: 400,
      refusedAfterLoss: false,
    };
    const { outcome, confirmed } = await toldOf(failed);
    expect(outcome).toEqual({
      kind: "stayed",
      session: confirmed,
      status: 400,
      problem: { message: { id: "delete.failed" }, said: "Not today" },
    });
    const lost = { ...failed, status: 502, refusedAfterLoss: true, lost: "DEL-7K3F-9QXM" };
    expect((await toldOf(lost)).outcome).toMatchObject({
      session: { at: "confirm", lost: "DEL-7K3F-9QXM" },
      status: 502,
      problem: { note: { id: "delete.refused-after-loss" } },
    });
    // Whatever else is said, a number that was given is not forgotten.
    expect((await toldOf({ ...lost, restUntil: START + MINUTE })).outcome).toMatchObject({
      session: { at: "confirm", lost: "DEL-7K3F-9QXM" },
      status: 502,
    });
    const resting = { ...failed, restUntil: START + MINUTE };
    expect((await toldOf(resting)).outcome).toMatchObject({
      session: { refused: { cause: "delete", until: START + MINUTE } },
      status: 429,
      retryAt: START + MINUTE,
    });
  });

  it.each([{ kind: "busy" }, { kind: "unknown" }, { kind: "done" }, { kind: "failed" }, null])(
    "is under way, as far as anybody can tell, where it says %j",
    async (said) => {
      const { outcome, confirmed } = await toldOf(said);
      expect(outcome).toEqual({
        kind: "stayed",
        session: confirmed,
        status: 409,
        problem: { message: { id: "problem.busy" } },
      });
    },
  );
});

describe("a deletion that the others wait for", () => {
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
  const unauthorised = new UpstreamError("http", "Log in again", { status: 401 });

  it("is settled when it is done, or surely not", async () => {
    expect(await tells("0", null)).toMatchObject({ said: { kind: "done" }, settled: 1 });
    expect(await tells("0", unauthorised)).toMatchObject({
      said: { kind: "failed", refusedAfterLoss: false },
      settled: 1,
    });
  });

  it("is told to be of an ended session, where it is left or deleted by another form", async () => {
    for (const [intent, idempotencyKey] of [
      ["leave", "a page"],
      ["delete", "another page"],
    ] as const) {
      const { redis, ended } = redisWith(["lead", "0"]);
      const person = createPerson({ redis });
      await person.reachConfirm();
      const copy = person.session;
      await person.does(intent, { idempotencyKey });
      person.session = copy;
      await person.does("delete", { idempotencyKey: "a page" });
      expect(ended.at(-1)?.slice(1, 2)).toEqual([JSON.stringify({ kind: "gone" })]);
    }
  });

  it("is not settled while nobody knows what became of it", async () => {
    expect(await tells("0", new UpstreamError("timeout", ""))).toMatchObject({
      said: { kind: "failed", lost: expect.stringMatching(/^DEL-/) as string },
      settled: 0,
    });
    expect(await tells("1", unauthorised)).toMatchObject({
      outcome: { problem: { note: { id: "delete.refused-after-loss" } } },
      said: { refusedAfterLoss: true },
      settled: 0,
    });
  });

  it("may be done when one was begun elsewhere that wants to be left alone now", async () => {
    const slowDown = new UpstreamError("http", "", { status: 429, retryAfterMs: MINUTE });
    for (const errors of [[slowDown], [slowDown, null]]) {
      const { outcome, settled } = await tells("1", ...errors);
      expect(outcome).toMatchObject({
        status: 429,
        retryAt: START + MINUTE,
        problem: {
          message: { id: "limit.delete" },
          note: { id: "delete.refused-after-loss" },
          again: true,
        },
      });
      expect(settled).toBe(0);
    }
    const { outcome, said, settled } = await tells("0", slowDown, null);
    expect(outcome).not.toHaveProperty("problem.note.id");
    expect(said).toMatchObject({ message: { id: "limit.delete" }, restUntil: START + MINUTE });
    expect(settled).toBe(1);
  });
});

describe("receipts", () => {
  const fingerprint = (text: string) => `#${text}#`;

  it("are found on every instance by session and idempotency key, and by neither alone", async () => {
    const { redis, texts, goAway } = redisWith(["lead", "0"]);
    const [here, there] = [createReceipts(redis, fingerprint), createReceipts(redis, fingerprint)];
    await here.keep("a session", "a page", receipt);
    expect([...texts.keys()]).toEqual(["deletion:receipt:#a session a page#"]);
    for (const receipts of [here, there]) {
      expect(await receipts.find("a session", "a page")).toEqual(receipt);
      expect(await receipts.find("a session", "another page")).toBeNull();
      expect(await receipts.find("another session", "a page")).toBeNull();
      expect(await receipts.find("a session", "")).toBeNull();
    }
    goAway();
    expect(await here.find("a session", "a page")).toEqual(receipt);
    expect(await there.find("a session", "a page")).toBeNull();
    await expect(here.keep("a session", "a third page", receipt)).resolves.toBeUndefined();
    expect(await here.find("a session", "a third page")).toEqual(receipt);
  });

  it("are kept for nobody who has no idempotency key", async () => {
    const { redis, texts } = redisWith(["lead", "0"]);
    const receipts = createReceipts(redis, fingerprint);
    await receipts.keep("a session", "", receipt);
    expect(texts.size).toBe(0);
    expect(await createReceipts(null, fingerprint).find("a session", "a page")).toBeNull();
  });
});
