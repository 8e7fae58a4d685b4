import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Logger } from "server/logger.server";
import { createLimits, type Limits } from "server/limits/limits.server";
import { createLocalCounters } from "server/limits/local-counters.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { createPerson, PHONE, START } from "../../../support/deletion-person";

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

/** A person, and what is logged of them: level, fields and words. */
function logged(limits: Limits = createLimits(createLocalCounters())) {
  const lines: [string, unknown, string][] = [];
  const at = (level: string) => (fields: unknown, words: string) =>
    void lines.push([level, fields, words]);
  // Of a logger these are used.
  const logger = { info: at("info"), warn: at("warn"), error: at("error") } as Partial<Logger>;
  return { lines, limits, person: createPerson({ limits, logger: logger as Logger }) };
}

const broken = (rule: string): Limits => {
  const limits = createLimits(createLocalCounters());
  const take: Limits["take"] = (uses) =>
    uses.some((use) => use.rule === rule)
      ? Promise.reject(new Error("the store is gone"))
      : limits.take(uses);
  return { ...limits, take };
};

const reference = expect.stringMatching(/^DEL-/) as string;

describe("the log of a deletion", () => {
  it("names its reference number and its time, and nothing of the person", async () => {
    const { person, lines } = logged();
    await person.reachConfirm();
    await person.does("delete");
    expect(lines).toEqual([
      ["info", { reference, deletedAt: "2026-01-01T00:00:00.000Z" }, "account deleted"],
    ]);
    expect(person.session).toMatchObject({
      reference: (lines[0]?.[1] as { reference: string }).reference,
      until: START + 900_000,
    });
  });

  it("names the time that the auth API says, which the receipt has, too", async () => {
    const { person, lines } = logged();
    await person.reachConfirm();
    person.upstream.api.deleteProfile = () => Promise.resolve({ deletedAt: START - 1_000 });
    await person.does("delete");
    expect(lines[0]?.[1]).toMatchObject({ deletedAt: "2025-12-31T23:59:59.000Z" });
    expect(person.session).toMatchObject({ deletedAt: START - 1_000, until: START + 900_000 });
  });

  it("warns of an answer that was lost, by the number that the person has", async () => {
    const { person, lines } = logged();
    await person.reachConfirm();
    person.upstream.fail(new UpstreamError("timeout", ""));
    await person.does("delete");
    expect(lines).toEqual([["warn", { reference }, "the answer to a deletion was lost"]]);
    const { reference: lost } = lines[0]?.[1] as { reference: string };
    expect(person.session).toMatchObject({ at: "confirm", lost });
  });

  it("tells of a deletion that could not be counted, which is one all the same", async () => {
    const { person, lines } = logged(broken("deletionFinished"));
    await person.reachConfirm();
    expect(await person.does("delete")).toMatchObject({ session: { at: "done" } });
    expect(lines.at(-1)).toEqual([
      "error",
      { err: expect.any(Error) as Error, reference },
      "a deletion was not counted",
    ]);
  });

  it("tells of a session that could not be ended, and goes on", async () => {
    const { person, lines } = logged(broken("sessionLeft"));
    await person.reachConfirm();
    expect(await person.does("start-over")).toMatchObject({ kind: "moved", session: null });
    expect(lines).toEqual([
      ["error", { err: expect.any(Error) as Error }, "a session was not marked as ended"],
    ]);
  });
});

describe("nothing is logged", () => {
  it("of a session that has nothing to end", async () => {
    const { person, lines } = logged();
    for (const session of [
      null,
      { at: "expired" },
      { at: "locked", cause: "hour", until: 0 },
    ] as const) {
      person.session = session;
      expect(await person.does("start-over")).toMatchObject({ session: null });
    }
    expect(lines).toEqual([]);
  });

  it("of the token, which no message repeats either", async () => {
    const { person, lines } = logged();
    await person.reachConfirm();
    const said = "There is no token of +919876543210/1 here";
    person.upstream.fail(new UpstreamError("http", said, { status: 401 }));
    expect(await person.does("delete")).toMatchObject({
      problem: { said: "There is no ••• here" },
    });
    expect(lines).toEqual([]);
  });
});

describe("the memory of requests that sent a deletion", () => {
  const timeout = new UpstreamError("timeout", "");
  const refused = new UpstreamError("http", "", { status: 422 });

  it("keeps nobody from deleting when it fails", async () => {
    const { person } = logged(broken("deletionPressed"));
    await person.reachConfirm();
    person.upstream.fail(new UpstreamError("http", "", { status: 422 }));
    expect(await person.does("delete", { idempotencyKey: "a page" })).toMatchObject({
      status: 400,
    });
    person.upstream.fail(null);
    await person.does("delete", { idempotencyKey: "a page" });
    expect(person.session).toMatchObject({ at: "done" });
  });

  it.each([
    ["was done", null, "problem.ended", { id: "delete.maybe" }],
    ["may have been done", timeout, "problem.ended", { id: "delete.maybe" }],
    ["was refused", refused, "problem.ended-undeleted", undefined],
    ["never left", new UpstreamError("circuit-open", ""), "problem.ended-undeleted", undefined],
  ])("knows whether one %s when its session is gone", async (_, error, id, note) => {
    const { person } = logged();
    await person.reachConfirm();
    person.upstream.fail(error);
    await person.does("delete", { idempotencyKey: "a page" });
    person.session = null;
    const outcome = await person.does("delete", { idempotencyKey: "a page" });
    expect(outcome).toMatchObject({ kind: "stayed", status: 409 });
    expect(outcome).toHaveProperty("problem", { message: { id }, ...(note && { note }) });
    // Whoever sent another form, or none that can be told from others, has sent no deletion.
    for (const idempotencyKey of ["another page", ""]) {
      expect(await person.does("delete", { idempotencyKey })).toMatchObject({
        problem: { message: { id: "problem.ended-undeleted" } },
      });
    }
  });

  it("keeps one that was refused after one whose answer was lost", async () => {
    const { person } = logged();
    await person.reachConfirm();
    person.upstream.fail(timeout);
    await person.does("delete", { idempotencyKey: "a page" });
    person.upstream.fail(refused);
    await person.does("delete", { idempotencyKey: "the page after" });
    person.session = null;
    expect(await person.does("delete", { idempotencyKey: "the page after" })).toMatchObject({
      problem: { message: { id: "problem.ended" }, note: { id: "delete.maybe" } },
    });
  });

  it("tells the reference that a session had whose owner has left it", async () => {
    const { person } = logged();
    await person.reachConfirm();
    person.upstream.fail(timeout);
    await person.does("delete");
    const copy = person.session;
    await person.does("leave");
    person.session = copy;
    const reference = copy !== null && "lost" in copy ? copy.lost : null;
    expect(reference).toMatch(/^DEL-/);
    expect(await person.does("delete")).toMatchObject({
      problem: { note: { id: "delete.maybe-reference", values: { reference } } },
    });
  });

  it("tells the reference of a receipt that its owner has left behind", async () => {
    const { person } = logged();
    await person.reachConfirm();
    await person.does("delete");
    const copy = person.session;
    await person.does("start-over");
    person.session = copy;
    const reference = copy?.at === "done" ? copy.reference : null;
    expect(reference).toMatch(/^DEL-/);
    expect(await person.does("delete")).toMatchObject({
      problem: { note: { id: "delete.maybe-reference", values: { reference } } },
    });
  });

  it("takes back one count alone, whatever was counted of the same number before", async () => {
    const { person, limits } = logged();
    await person.reachConfirm();
    await limits.take([{ rule: "deletionPressed", key: "a page" }]);
    person.upstream.fail(new UpstreamError("http", "", { status: 422 }));
    await person.does("delete", { idempotencyKey: "a page" });
    expect(await limits.freeAt([{ rule: "deletionPressed", key: "a page" }])).toBeGreaterThan(0);
  });

  it("tells the reference of a deletion that the page itself knows of", async () => {
    const { person } = logged();
    await person.does("send", { phone: PHONE });
    person.session = null;
    expect(await person.does("delete", { lost: "DEL-7K3F-9QXM" })).toMatchObject({
      problem: {
        message: { id: "problem.ended" },
        note: { id: "delete.maybe-reference", values: { reference: "DEL-7K3F-9QXM" } },
      },
    });
  });
});
