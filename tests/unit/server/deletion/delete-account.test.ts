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
const refused = http(401, "Please log in again");
beforeEach(() => void vi.useFakeTimers({ now: START }));

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
      const deleteProfile = () => Promise.resolve({ deletedAt });
      const { person, session } = await confirmed(null, { authApi: { deleteProfile } });
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

  it("is one although its count fails", async () => {
    const { person } = await confirmed(null, { limits: broken("deletionFinished") });
    expect(await person.does("delete")).toMatchObject({ kind: "moved", session: { at: "done" } });
    const error = { err: expect.any(Error) as Error, reference };
    expect(person.logged.at(-1)).toEqual(["error", error, "a session was not marked as deleted"]);
  });

  it("that did not happen leaves the mark of an earlier one", async () => {
    const { person, session, upstream } = await confirmed(timeout);
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
  "a deletion whose answer was lost is remembered with a number after %s, whatever becomes of later tries",
  async (error, id) => {
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
  },
);

describe("somebody who comes back without a session", () => {
  it.each([
    ["was done", null, "delete.maybe-reference"],
    ["may have been done", timeout, "delete.maybe-reference"],
    ["was refused", http(422), undefined],
    ["never left", notSent, undefined],
  ])("is told whether a deletion %s by the same page", async (_, error, id) => {
    const { person, session: before } = await confirmed(error);
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
    // A page of a release before does not say whose it is.
    const unnamed = await person.does("delete", { idempotencyKey: "a page" }, null);
    expect(unnamed).toMatchObject({ problem: { note: { id: "delete.unknown" } } });
  });

  it.each([
    ["the process was started anew", {}],
    ["a day has passed", { later: 86_400_000 }],
  ])(
    "is not told that nothing was deleted where %s",
    async (_, { later = 0 }: { later?: number }) => {
      const { session } = await confirmed();
      const other = later ? await confirmed() : { person: createPerson(), session };
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

  it("is told by a page that is loaded what a form would be told", async () => {
    for (const [error, intent, note] of [
      [null, undefined, { id: "delete.maybe" }],
      [timeout, "leave", { id: "delete.maybe-reference", values: { reference } }],
    ] as const) {
      const { person, session } = await confirmed(error);
      await person.does("delete", { idempotencyKey: "a page" });
      if (intent) await person.does(intent);
      expect(await person.service.current(session)).toBeNull();
      expect(await person.service.onPage(session, null, null)).toEqual(note);
    }
    // The session stands, and its cookie does not know of the deletion whose answer was lost.
    const { person, session } = await confirmed(timeout);
    await person.does("delete");
    const standing = await person.service.current(session);
    expect(await person.service.informed(standing)).toEqual(person.session);
    // It may still be on its way, so a form in between seals nothing of it.
    expect((await person.does("cancel", {}, session)).session).not.toHaveProperty("lost");
    const shown = { ...session, at: "reasons" } as const;
    expect(await person.service.onPage(session, standing, shown)).toMatchObject({
      id: "delete.maybe-reference",
    });
  });

  it("is told of a refusal after a lost answer, too", async () => {
    const { person, upstream, session } = await confirmed(timeout);
    await person.does("delete", { idempotencyKey: "a page" });
    upstream.fail(http(422));
    await person.does("delete", { idempotencyKey: "the page after" });
    const after = await person.does("delete", { session: pageIdOf(session) ?? "" }, null);
    expect(after).toMatchObject({ problem: { note: { id: "delete.maybe-reference" } } });
    // A process that was started anew since knows of nothing, and claims nothing.
    const other = createPerson();
    other.upstream.fail(refused);
    const note = { id: "delete.unknown" };
    for (const idempotencyKey of ["a page", "the page after"]) {
      const outcome = await other.does("delete", { idempotencyKey }, session);
      expect(outcome).toMatchObject({ session, problem: { said: "Please log in again", note } });
    }
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
});
