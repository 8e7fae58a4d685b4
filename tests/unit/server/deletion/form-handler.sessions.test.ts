import { beforeEach, describe, expect, it, vi } from "vitest";
import type { DeletionForm, Intent } from "server/deletion/form-fields.server";
import { placeOf } from "server/deletion/places.server";
import { pageIdOf } from "server/deletion/session.server";
import {
  CODE,
  createPerson,
  DELETED,
  PHONE,
  START,
  timeout,
} from "../../../support/deletion-person";

const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ now: START }));

describe("a session that another session has replaced", () => {
  it.each<[string, Intent, Partial<DeletionForm>, "code" | "reasons"]>([
    ["a code for another number", "send", { phone: "9876543219" }, "reasons"],
    ["a code for the same number", "send", { phone: PHONE }, "reasons"],
    ["the same code sent again", "resend", {}, "code"],
    ["a number whose account is deleted", "send", { phone: DELETED }, "reasons"],
  ])("is invalid in every copy after %s", async (_, intent, fields, from) => {
    const person = createPerson();
    const copies = [await person.reachCode()];
    if (from === "reasons") copies.push((await person.does("verify", { otp: CODE })).session);
    vi.advanceTimersByTime(MINUTE);
    await person.does(intent, fields);
    for (const copy of copies) expect(await person.service.current(copy)).toBeNull();
    expect(await person.service.current(person.session)).toEqual(person.session);
  });

  it("continues with the code that was sent again only on the page that asked for it", async () => {
    const person = createPerson();
    const code = await person.reachCode();
    vi.advanceTimersByTime(MINUTE);
    const page = { idempotencyKey: "a page", otp: CODE };
    const { session } = await person.does("resend", page);
    for (const idempotencyKey of ["", "another page"]) {
      for (const intent of ["resend", "verify"] as const) {
        const refusal = await person.does(intent, { ...page, idempotencyKey }, code);
        expect(refusal).toMatchObject({ status: 409, session: null });
      }
    }
    expect(await person.does("resend", page, code)).toMatchObject({ kind: "moved", session });
    await person.does("verify", page, code);
    expect(placeOf(person.session)).toBe("reasons");
    await person.does("leave");
    expect(await person.does("resend", page, code)).toMatchObject({ status: 409, session: null });
    expect([person.upstream.sent.length, person.upstream.tried.length]).toEqual([2, 1]);
  });

  it.each<[Intent, Partial<DeletionForm>, boolean]>([
    ["start-over", {}, true],
    ["leave", {}, true],
    ["send", { session: "", phone: "9876543219" }, true],
    ["resend", {}, false],
    ["verify", { otp: CODE }, false],
  ])(
    "reports a used code when the answer to 'verify' was lost; only a new start ends its successor: '%s' %j",
    async (...row) => {
      const [intent, fields, ends] = row;
      const person = createPerson();
      const code = await person.reachCode();
      const { session } = await person.does("verify", { otp: CODE, idempotencyKey: "a page" });
      const used = { id: "verify.used" };
      expect(await person.service.onPage(code, null, null)).toEqual(used);
      const outcome = await person.does(intent, fields, code);
      expect(await person.service.current(session)).toEqual(ends ? null : session);
      if (ends) return;
      const problem = { message: used };
      expect(outcome).toMatchObject({ status: 409, session: null, leavesCookie: true, problem });
    },
  );

  it("does not end its successor when a 'send' did nothing", async () => {
    const person = createPerson();
    const code = await person.reachCode();
    const { session } = await person.does("verify", { otp: CODE });
    for (const phone of ["12", PHONE]) await person.does("send", { session: "", phone }, code);
    expect(await person.service.current(session)).toEqual(session);
  });

  it("finds its successor when the answers to 'resend' and 'verify' were both lost", async () => {
    const person = createPerson();
    const page = { idempotencyKey: "a page" };
    const code = await person.reachCode();
    vi.setSystemTime(Date.now() + 61_000);
    await person.does("resend", page, code);
    const verify = { ...page, otp: CODE, session: pageIdOf(code) ?? "" };
    const { session } = await person.does("verify", verify, code);
    expect(placeOf(session)).toBe("reasons");
    expect(await person.does("verify", verify, code)).toMatchObject({ session });
    const unknown = await person.does("verify", { ...verify, otp: "111111" }, code);
    expect(unknown).toMatchObject({ status: 409, problem: { message: { id: "verify.used" } } });
  });

  it("is also invalid after a repeated 'send' with a stored answer", async () => {
    const person = createPerson();
    const page = { idempotencyKey: "a page", phone: "9876543219" };
    const { session } = await person.does("send", page);
    person.session = null;
    const other = await person.reachConfirm();
    expect(await person.does("send", page)).toMatchObject({ session });
    expect(await person.service.current(other)).toBeNull();
  });
});

describe("a form of a page of another session", () => {
  const undeleted = { message: { id: "problem.earlier-undeleted" } };

  /** A person with an open confirmation page, whose browser now holds a session of another number. */
  async function withTwoNumbers() {
    const person = createPerson();
    const before = await person.reachConfirm();
    await person.reachCode("9876543219");
    return { person, page: pageIdOf(before) ?? "", upstream: person.upstream };
  }

  it.each<Intent>(["resend", "verify", "reasons", "cancel", "delete", "start-over", "leave"])(
    "is refused for every intent: %s",
    async (intent) => {
      const { person, page, upstream } = await withTwoNumbers();
      const codeSession = person.session;
      const { session: reasonsSession } = await person.does("verify", { otp: CODE });
      const { session: confirmSession } = await person.does("reasons", { reasons: ["others"] });
      const calls = upstream.reached.length;
      // Pages of earlier releases do not send the id of their session.
      const outdated = { message: { id: "problem.outdated" } };
      for (const [session, problem] of [
        ["", outdated],
        [page, undeleted],
      ] as const) {
        for (const [currentSession, shown] of [
          [reasonsSession, undefined],
          [confirmSession, { ...confirmSession, at: "reasons" }],
        ] as const) {
          const refusal = { kind: "stayed", status: 409, session: currentSession, problem };
          const fields = { session, otp: CODE, reasons: ["privacy"], idempotencyKey: "its page" };
          expect(await person.does(intent, fields, currentSession)).toEqual({
            ...refusal,
            ...(shown && { shown }),
          });
        }
      }
      expect(await person.service.current(confirmSession)).toEqual(confirmSession);
      expect(await person.service.current(codeSession)).toBeNull();
      expect(upstream.reached).toHaveLength(calls);
    },
  );

  it("shows no dialog of the current session, because its button would act on that session", async () => {
    const { person, page } = await withTwoNumbers();
    await person.does("verify", { otp: CODE });
    await person.does("reasons", { reasons: ["others"] });
    const { session: receipt } = await person.does("delete");
    expect(await person.does("delete", { session: page })).toMatchObject({
      session: { at: "phone", receipt },
      problem: undeleted,
    });
    expect(person.upstream.deleted).toHaveLength(1);
    // The page of the deleted session still gets the receipt.
    const own = await person.does("delete", { session: pageIdOf(receipt) ?? "" }, receipt);
    expect(own).toEqual({ kind: "moved", session: receipt });
    for (const session of [
      { at: "not-registered", id: "another" },
      { at: "reactivation", id: "another", deletedAt: null },
    ] as const) {
      const refusal = await person.does("leave", { session: page }, session);
      expect(refusal).toMatchObject({ session, shown: null, problem: undeleted });
    }
  });

  it("does not say that nothing was deleted when an earlier deletion of its session may have succeeded", async () => {
    const person = createPerson();
    const before = await person.reachConfirm();
    person.upstream.fail(timeout);
    await person.does("delete", { idempotencyKey: "a page" });
    const { lost: reference } = person.session as { lost?: string };
    person.upstream.fail(null);
    await person.reachCode("9876543219");
    const session = pageIdOf(before) ?? "";
    for (const intent of ["delete", "cancel", "reasons", "start-over"] as const) {
      expect(await person.does(intent, { session })).toMatchObject({
        status: 409,
        problem: {
          message: { id: "problem.earlier" },
          note: { id: "delete.maybe-reference", values: { reference } },
        },
      });
    }
  });

  it("still sends a code, because its number was typed on that page", async () => {
    const { person, page } = await withTwoNumbers();
    expect(await person.does("send", { session: page, phone: "9876543218" })).toMatchObject({
      session: { at: "code", phone: "+919876543218" },
    });
  });
});

it("a session that another release has sealed is invalid, and the outcome of its deletion is unknown", async () => {
  const person = createPerson();
  const sealed = { at: "of-another-release" } as const;
  expect(await person.service.current(sealed)).toBeNull();
  expect(await person.sends("delete", { session: "x" }, sealed)).toEqual({
    kind: "stayed",
    session: null,
    leavesCookie: true,
    status: 409,
    problem: { message: { id: "problem.ended" }, note: { id: "delete.unknown" } },
  });
});

describe("a session that its owner has ended", () => {
  it.each(["start-over", "leave"] as const)("by '%s' is invalid in every copy", async (intent) => {
    const person = createPerson();
    const code = await person.reachCode();
    const { session: reasonsSession } = await person.does("verify", { otp: CODE });
    const { session: confirmSession } = await person.does("reasons", { reasons: ["Others"] });
    const expected = { kind: "moved", session: null, ...(intent === "leave" && { to: "home" }) };
    expect(await person.does(intent)).toEqual(expected);
    for (const copy of [code, reasonsSession, confirmSession]) {
      expect(await person.service.current(copy)).toBeNull();
      for (const laterIntent of ["verify", "reasons", "delete"] as const) {
        const fields = { otp: CODE, reasons: ["Others"] };
        expect(await person.does(laterIntent, fields, copy)).toMatchObject({
          status: 409,
          session: null,
          problem: { message: { id: "problem.ended-undeleted" } },
        });
      }
    }
    expect(person.upstream.reached).toHaveLength(2);
  });

  it("stays ended when the auth API reuses its OTP session for the next code", async () => {
    const sendOtp = () => Promise.resolve({ sessionId: "the same", deletedBefore: null });
    const person = createPerson({ authApi: { sendOtp } });
    const left = await person.reachCode();
    await person.does("verify", { otp: "000000" });
    await person.does("start-over");
    for (let late = 0; late < 10; late += 1) await person.does("verify", { otp: CODE }, left);
    vi.advanceTimersByTime(MINUTE);
    const code = await person.reachCode();
    expect(await person.service.current(code)).toMatchObject({ at: "code" });
    // The wrong codes of one OTP session are counted together.
    for (let wrong = 2; wrong <= 5; wrong += 1) await person.does("verify", { otp: "000000" });
    expect(person.session).toMatchObject({ at: "locked", cause: "codes" });
  });

  it("after the deletion keeps the receipt, which the first step can show", async () => {
    const person = createPerson();
    const confirmSession = await person.reachConfirm();
    await person.does("delete");
    expect(await person.service.current(confirmSession)).toBeNull();
    const { session: receipt } = person;
    expect(await person.does("leave")).toEqual({ kind: "moved", session: receipt, to: "home" });
    expect(await person.service.current(receipt)).toEqual(receipt);
    await person.does("start-over");
    expect(await person.service.current(receipt)).toBeNull();
    expect(await person.service.current(person.session)).toEqual({ at: "phone", receipt });
  });

  it("is logged when it cannot be marked as ended, and other places need no mark", async () => {
    const person = createPerson();
    const locked = { at: "locked", cause: "hour", until: 0 } as const;
    for (const session of [null, { at: "expired" } as const, locked]) {
      expect(await person.does("start-over", {}, session)).toMatchObject({ session: null });
    }
    await person.reachCode();
    person.limits.take = () => Promise.reject(new Error("the store is gone"));
    expect(await person.does("start-over")).toMatchObject({ kind: "moved", session: null });
    const err = expect.any(Error) as Error;
    expect(person.logged).toEqual([["error", { err }, "a session was not marked as ended"]]);
  });
});
