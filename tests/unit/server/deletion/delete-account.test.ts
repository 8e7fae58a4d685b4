import { beforeEach, describe, expect, it, vi } from "vitest";
import { pageIdOf } from "server/deletion/session.server";
import type { Limits } from "server/limits/limits.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import {
  CODE,
  createPerson,
  http,
  notSent,
  REGISTERED,
  START,
  timeout,
} from "../../../support/deletion-person";

const reference = expect.stringMatching(/^DEL-\w{4}-\w{4}$/) as string;
const refusal = http(401, "Please log in again");
beforeEach(() => void vi.useFakeTimers({ now: START }));

/** A person at the confirmation step. Their deletion fails with `error`, or succeeds when it is null. */
async function atConfirm(
  error: UpstreamError | null = null,
  parts: Parameters<typeof createPerson>[0] = {},
) {
  const person = createPerson(parts);
  const session = await person.reachConfirm();
  person.upstream.fail(error);
  return { person, session, upstream: person.upstream };
}

/** Limits that reject when they have to count this rule. */
function limitsFailingAt(rule: string): Limits {
  const { limits } = createPerson();
  const take: Limits["take"] = (uses) =>
    uses.some((use) => use.rule === rule)
      ? Promise.reject(new Error("the store is gone"))
      : limits.take(uses);
  return { ...limits, take };
}

describe("a deletion", () => {
  it.each([null, START - 1_000])(
    "is logged with its reference number and time, without personal data (deletedAt: %s)",
    async (deletedAt) => {
      const deleteProfile = () => Promise.resolve({ deletedAt });
      const { person, session } = await atConfirm(null, { authApi: { deleteProfile } });
      await person.does("delete");
      const at = deletedAt ?? START;
      const time = new Date(at).toISOString();
      expect(person.logged).toEqual([["info", { reference, deletedAt: time }, "account deleted"]]);
      const { reference: number } = person.logged[0]?.[1] as { reference: string };
      const until = START + 900_000;
      const of = pageIdOf(session);
      expect(person.session).toEqual({ at: "done", reference: number, deletedAt: at, until, of });
    },
  );

  it("that is refused changes nothing, and its message does not repeat the token", async () => {
    const { person, session } = await atConfirm(http(401, `There is no token of ${REGISTERED}/1`));
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

  it("succeeds although counting it fails", async () => {
    const { person } = await atConfirm(null, { limits: limitsFailingAt("deletionFinished") });
    expect(await person.does("delete")).toMatchObject({ kind: "moved", session: { at: "done" } });
    const error = { err: expect.any(Error) as Error, reference };
    expect(person.logged.at(-1)).toEqual(["error", error, "a session was not marked as deleted"]);
  });

  it("that was not sent keeps the record of an earlier deletion without an answer", async () => {
    const { person, session, upstream } = await atConfirm(timeout);
    await person.does("delete");
    upstream.fail(notSent);
    await person.does("delete", {}, session);
    expect(await person.does("delete", { session: pageIdOf(session) ?? "" }, null)).toMatchObject({
      problem: { note: { id: "delete.maybe-reference" } },
    });
  });
});

it.each([
  [timeout, "delete.unanswered"],
  [http(500), "delete.failed"],
  [new UpstreamError("invalid", ""), "delete.failed"],
])(
  "a deletion whose answer was lost keeps its reference number after %s, whatever later attempts return",
  async (error, id) => {
    const { person, upstream } = await atConfirm(error);
    const expected = { status: 502, problem: { message: { id } } };
    expect(await person.does("delete")).toMatchObject(expected);
    const { session } = person;
    expect(session).toMatchObject({ at: "confirm", lost: reference });
    const { lost } = session as { lost: string };
    const message = "the answer to a deletion was lost";
    expect(person.logged).toEqual([["warn", { reference: lost }, message]]);
    for (const laterError of [timeout, http(500), notSent]) {
      upstream.fail(laterError);
      const outcome = await person.does("delete");
      expect(outcome).toMatchObject({ status: 502, session });
      expect(outcome).not.toHaveProperty("problem.note");
    }
    upstream.fail(refusal);
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
  },
);

describe("a person who comes back without a session", () => {
  it.each([
    ["was done", null, "delete.maybe-reference"],
    ["may have been done", timeout, "delete.maybe-reference"],
    ["was refused", http(422), undefined],
    ["was not sent", notSent, undefined],
  ])("is told about an earlier deletion that %s", async (_, error, id) => {
    const { person, session: before } = await atConfirm(error);
    const session = pageIdOf(before) ?? "";
    await person.does("delete", { idempotencyKey: "a page" });
    if (id === undefined) expect(person.session).toEqual(before);
    const undeleted = { message: { id: "problem.ended-undeleted" } };
    const note = { id, values: { reference } };
    const problem = id ? { message: { id: "problem.ended" }, note } : undeleted;
    for (const intent of ["delete", "cancel", "reasons"] as const) {
      const outcome = await person.does(intent, { session }, null);
      expect(outcome).toEqual({ kind: "stayed", session: null, status: 409, problem });
    }
    // Pages of earlier releases do not send the id of their session.
    const answerWithoutId = await person.does("delete", { idempotencyKey: "a page" }, null);
    expect(answerWithoutId).toMatchObject({ problem: { note: { id: "delete.unknown" } } });
  });

  it.each([
    ["the process has restarted", {}],
    ["a day has passed", { later: 86_400_000 }],
  ])(
    "is not told that nothing was deleted when %s",
    async (_, { later = 0 }: { later?: number }) => {
      const { session } = await atConfirm();
      const other = later ? await atConfirm() : { person: createPerson(), session };
      vi.advanceTimersByTime(later);
      for (const intent of ["delete", "cancel", "reasons", "verify"] as const) {
        const { problem } = (await other.person.does(
          intent,
          { session: pageIdOf(other.session) ?? "", otp: CODE },
          null,
        )) as { problem: unknown };
        const note = intent === "verify" ? undefined : { id: "delete.unknown" };
        expect(problem).toEqual({ message: { id: "problem.ended" }, note });
      }
    },
  );

  it("is told the same by a loaded page as by a posted form", async () => {
    for (const [error, intent, note] of [
      [null, undefined, { id: "delete.maybe" }],
      [timeout, "leave", { id: "delete.maybe-reference", values: { reference } }],
    ] as const) {
      const { person, session } = await atConfirm(error);
      await person.does("delete", { idempotencyKey: "a page" });
      if (intent) await person.does(intent);
      expect(await person.service.current(session)).toBeNull();
      expect(await person.service.onPage(session, null, null)).toEqual(note);
    }
    // The session is still valid, but its cookie does not record the deletion whose answer was lost.
    const { person, session } = await atConfirm(timeout);
    await person.does("delete");
    const currentSession = await person.service.current(session);
    expect(await person.service.informed(currentSession)).toEqual(person.session);
    // The deletion may still be under way, so another form does not seal it into the cookie.
    expect((await person.does("cancel", {}, session)).session).not.toHaveProperty("lost");
    const displayed = { ...session, at: "reasons" } as const;
    expect(await person.service.onPage(session, currentSession, displayed)).toMatchObject({
      id: "delete.maybe-reference",
    });
  });

  it("is also told about a lost answer after a later refusal", async () => {
    const { person, upstream, session } = await atConfirm(timeout);
    await person.does("delete", { idempotencyKey: "a page" });
    upstream.fail(http(422));
    await person.does("delete", { idempotencyKey: "the page after" });
    const after = await person.does("delete", { session: pageIdOf(session) ?? "" }, null);
    expect(after).toMatchObject({ problem: { note: { id: "delete.maybe-reference" } } });
    // A restarted process knows no earlier deletion, and says that the outcome is unknown.
    const other = createPerson();
    other.upstream.fail(refusal);
    const note = { id: "delete.unknown" };
    for (const idempotencyKey of ["a page", "the page after"]) {
      const outcome = await other.does("delete", { idempotencyKey }, session);
      expect(outcome).toMatchObject({ session, problem: { said: "Please log in again", note } });
    }
  });

  it.each([
    ["a session that was ended", timeout, "leave"],
    ["a receipt that was closed", null, "start-over"],
  ] as const)("is told the reference number of %s", async (_, error, intent) => {
    const { person } = await atConfirm(error);
    await person.does("delete");
    const copy = person.session as { lost?: string; reference?: string };
    await person.does(intent);
    const values = { reference: copy.lost ?? copy.reference };
    expect(values).toEqual({ reference });
    expect(await person.does("delete", {}, copy as typeof person.session)).toMatchObject({
      problem: { note: { id: "delete.maybe-reference", values } },
    });
  });
});
