import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DeletionForm } from "server/deletion/form-fields.server";
import { readFormFields } from "server/deletion/form-fields.server";
import type { Intent } from "server/deletion/journey.server";
import { pageIdOf, placeOf } from "server/deletion/session.server";
import {
  ADDRESS,
  CODE,
  createPerson,
  DELETED,
  http,
  PHONE,
  REGISTERED,
  START,
  timeout,
  UNKNOWN,
} from "../../../support/deletion-person";

const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

describe("the fields of a form", () => {
  const read = (...fields: [string, string | Blob][]) => {
    const data = new FormData();
    for (const [name, value] of fields) data.append(name, value);
    return readFormFields(data);
  };

  it("are empty where they are not sent, or sent as files", () => {
    const empty = { session: "", phone: "", idempotencyKey: "", otp: "", reasons: [], others: "" };
    const names = ["session", "phone", "idempotencyKey", "otp", "reason", "others"];
    const files = names.map((name): [string, Blob] => [name, new Blob(["x"])]);
    for (const fields of [[], files]) {
      const form = read(["intent", "send"], ...fields);
      expect(form).toEqual({ intent: "send", ...empty });
    }
    expect(read(["intent", "erase"])).toBeNull();
    expect(read()).toBeNull();
  });

  it("are as long as the page writes them", () => {
    const key = "0123456789abcdef0123456789abcdef0123";
    expect(read(["intent", "delete"], ["idempotencyKey", `${key}4567`])).toMatchObject({
      idempotencyKey: key,
    });
  });
});

describe("the way to the deletion", () => {
  it("leads from a number to a receipt that knows neither phone nor token", async () => {
    const person = createPerson();
    await person.does("send", { phone: "+91 98765-43210" });
    await person.does("verify", { otp: "482 913" });
    await person.does("reasons", { reasons: ["Privacy concerns", "Others"], others: "Too far" });
    await person.does("delete");
    const token = `token of ${REGISTERED}/1`;
    expect(person.upstream.deleted).toEqual([{ token, reason: "Privacy concerns,Too far" }]);
    expect(person.session).toMatchObject({ at: "done", deletedAt: START });
    expect(JSON.stringify(person.session)).not.toMatch(/token|98765/);
  });

  it("is gone once however often a button is pressed, and its page alone gets the receipt again", async () => {
    const person = createPerson();
    const press = async (intent: Intent, fields: Partial<DeletionForm> = {}) => {
      const { session } = person;
      const presses = Array.from({ length: 5 }, () => person.does(intent, fields, session));
      const outcomes = await Promise.all(presses);
      for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
    };
    await press("send", { phone: PHONE, idempotencyKey: "one page" });
    await press("verify", { otp: CODE });
    await person.does("reasons", { reasons: ["Privacy concerns"] });
    const confirmed = person.session;
    await press("delete", { idempotencyKey: "the confirming page" });
    const { upstream, session: receipt } = person;
    expect([upstream.sent.length, upstream.tried.length]).toEqual([1, 1]);
    expect(receipt?.at).toBe("done");
    for (const minutes of [0, 7, 7]) {
      vi.advanceTimersByTime(minutes * MINUTE);
      for (const [idempotencyKey, session] of [
        ["the confirming page", receipt],
        ["another page", null],
        ["", null],
      ] as const) {
        expect(await person.does("delete", { idempotencyKey }, confirmed)).toMatchObject({
          session,
        });
      }
    }
    expect(upstream.deleted).toHaveLength(1);
  });

  it("ends for a code after ten minutes", async () => {
    const person = createPerson();
    const code = await person.reachCode();
    vi.advanceTimersByTime(10 * MINUTE - 1);
    expect(await person.service.standing(code)).toEqual(code);
    vi.advanceTimersByTime(1);
    expect(await person.does("verify", { otp: CODE })).toEqual({
      kind: "moved",
      session: { at: "expired" },
    });
    expect(person.upstream.tried).toHaveLength(0);
  });

  it.each([
    [UNKNOWN, "not-registered"],
    [DELETED, "reactivation"],
  ])("has an exit of its own for %s", async (phone, place) => {
    const person = createPerson();
    await person.reachCode(phone);
    await person.does("verify", { otp: CODE });
    expect(placeOf(person.session)).toBe(place);
    expect(JSON.stringify(person.session)).not.toContain(phone.slice(3));
    await person.does("start-over");
    expect(person.session).toBeNull();
  });
});

describe("a form", () => {
  it("is refused at the field that cannot be meant by what was typed", async () => {
    const person = createPerson();
    const refusal = (field: string) => ({
      kind: "stayed",
      status: 400,
      problem: { field, message: { id: `problem.${field}` } },
    });
    expect(await person.does("send", { phone: "12" })).toMatchObject(refusal("phone"));
    const code = await person.reachCode();
    // A wrong number belongs to the first step; the code that was sent is kept.
    expect(await person.does("send", { phone: "12" })).toMatchObject({
      shown: null,
      session: code,
    });
    expect(await person.does("verify", { otp: "12" })).toMatchObject(refusal("otp"));
    await person.does("verify", { otp: CODE });
    expect(await person.does("reasons")).toMatchObject(refusal("reasons"));
    const long = (length: number) => ({ reasons: ["Others"], others: "x".repeat(length) });
    expect(await person.does("reasons", long(301))).toMatchObject(refusal("others"));
    expect(placeOf(person.session)).toBe("reasons");
    await person.does("reasons", long(300));
    expect(placeOf(person.session)).toBe("confirm");
    expect(person.upstream.tried).toHaveLength(1);
  });

  it("of another step leads to where the person stands, whatever a limit said before", async () => {
    const person = createPerson();
    await person.reachCode();
    const { session } = await person.does("resend");
    expect(session).toMatchObject({ at: "code", refused: { cause: "minute" } });
    expect(await person.does("cancel")).toEqual({ kind: "moved", session });
  });

  it("leads back from the confirmation to the reasons, and to other ones", async () => {
    const person = createPerson();
    await person.reachConfirm();
    await person.does("cancel");
    expect(person.session).toMatchObject({ at: "reasons", chosen: ["others"], others: "Too far" });
    // Pages of releases before posted the words.
    for (const [posted, reason] of [
      ["Privacy concerns", "privacy"],
      ["others", "others"],
    ] as const) {
      await person.does("reasons", { reasons: [posted] });
      expect(person.session).toMatchObject({ at: "confirm", chosen: [reason] });
    }
  });

  it("is not sent again before the time that the auth API has asked for, and holds nobody else up", async () => {
    for (const [intent, fields] of [
      ["send", { phone: PHONE }],
      ["verify", { otp: CODE }],
      ["delete", {}],
    ] as const) {
      const person = createPerson();
      if (intent === "verify") await person.reachCode();
      if (intent === "delete") await person.reachConfirm();
      const { session, upstream } = person;
      upstream.fail(http(429, "", 3 * MINUTE));
      await person.does(intent, fields);
      const { length } = upstream.reached;
      upstream.fail(null);
      // Also by somebody who has forgotten the refusal.
      for (const holder of [person.session, session]) {
        expect(await person.does(intent, fields, holder)).toMatchObject({
          kind: "stayed",
          status: 429,
          problem: { message: { id: `limit.${intent}` }, again: intent !== "send" },
          session: expect.objectContaining(
            intent === "send"
              ? { at: "locked", cause: intent }
              : { refused: { cause: intent, until: START + 3 * MINUTE } },
          ) as object,
          retryAt: START + 3 * MINUTE,
        });
      }
      expect(upstream.reached).toHaveLength(length);
      expect(await person.does("send", { phone: "9876543219" }, null)).toMatchObject({
        session: { at: "code" },
      });
      vi.setSystemTime(START + 3 * MINUTE);
      expect(await person.does(intent, fields, session)).toMatchObject({ kind: "moved" });
      vi.setSystemTime(START);
    }
  });

  it("keeps the session that it came with, whatever another one of the same number gets", async () => {
    const person = createPerson();
    const [first, second] = [await person.reachConfirm(), null];
    person.upstream.fail(http(422));
    const press = (session: typeof first | null) =>
      person.does("send", { phone: "9876543219", idempotencyKey: "a page" }, session);
    const outcomes = await Promise.all([press(first), press(second)]);
    expect(outcomes.map(({ session }) => session)).toEqual([first, second]);
  });
});

describe("a session that another one has replaced", () => {
  it.each<[string, Intent, Partial<DeletionForm>, "code" | "reasons"]>([
    ["a code for another number", "send", { phone: "9876543219" }, "reasons"],
    ["a code for the same number", "send", { phone: PHONE }, "reasons"],
    ["the same code asked for again", "resend", {}, "code"],
    ["a number whose account is deleted", "send", { phone: DELETED }, "reasons"],
  ])("by %s is none, whoever has a copy of it", async (_, intent, fields, from) => {
    const person = createPerson();
    const copies = [await person.reachCode()];
    if (from === "reasons") copies.push((await person.does("verify", { otp: CODE })).session);
    vi.advanceTimersByTime(MINUTE);
    await person.does(intent, fields);
    const now = person.session;
    for (const copy of copies) expect(await person.service.standing(copy)).toBeNull();
    expect(await person.service.standing(now)).toEqual(now);
  });

  it("by the right code waits for that code no more; a send that failed ends nothing", async () => {
    const person = createPerson();
    const code = await person.reachCode();
    person.upstream.fail(http(422));
    await person.does("send", { phone: "9876543219" });
    expect(await person.service.standing(code)).toEqual(code);
    person.upstream.fail(null);
    await person.does("verify", { otp: CODE });
    expect(await person.service.standing(code)).toBeNull();
    expect(placeOf(await person.service.standing(person.session))).toBe("reasons");
  });

  it("by sending again gets that code's session, and its code, on the page that has pressed alone", async () => {
    const person = createPerson();
    const code = await person.reachCode();
    vi.advanceTimersByTime(MINUTE);
    const page = { idempotencyKey: "a page", otp: CODE };
    const { session } = await person.does("resend", page);
    for (const idempotencyKey of ["", "another page"]) {
      for (const intent of ["resend", "verify"] as const) {
        const refused = await person.does(intent, { ...page, idempotencyKey }, code);
        expect(refused).toMatchObject({ status: 409, session: null });
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
    "by the answer to its code is told so where that was lost, and ends by '%s' %j",
    async (...row) => {
      const [intent, fields, ends] = row;
      const person = createPerson();
      const code = await person.reachCode();
      const { session } = await person.does("verify", { otp: CODE, idempotencyKey: "a page" });
      const used = { id: "verify.used" };
      expect(await person.service.onPage(code, null, null)).toEqual(used);
      const outcome = await person.does(intent, fields, code);
      expect(await person.service.standing(session)).toEqual(ends ? null : session);
      if (ends) return;
      const problem = { message: used };
      expect(outcome).toMatchObject({ status: 409, session: null, leavesCookie: true, problem });
    },
  );

  it("by the answer to its code stands after a Send that did nothing", async () => {
    const person = createPerson();
    const code = await person.reachCode();
    const { session } = await person.does("verify", { otp: CODE });
    for (const phone of ["12", PHONE]) await person.does("send", { session: "", phone }, code);
    expect(await person.service.standing(session)).toEqual(session);
  });

  it("by the answer to a code that was sent again is told so where both were lost", async () => {
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

  it("by the answer to a repeated Send is none, either", async () => {
    const person = createPerson();
    const page = { idempotencyKey: "a page", phone: "9876543219" };
    const { session } = await person.does("send", page);
    person.session = null;
    const other = await person.reachConfirm();
    expect(await person.does("send", page)).toMatchObject({ session });
    expect(await person.service.standing(other)).toBeNull();
  });
});

describe("a form of another session's page", () => {
  const undeleted = { message: { id: "problem.earlier-undeleted" } };

  /** Somebody with a page of a confirmation, whose browser holds a session of another number since. */
  async function withTwoNumbers() {
    const person = createPerson();
    const before = await person.reachConfirm();
    await person.reachCode("9876543219");
    const { upstream } = person;
    return { person, before, page: pageIdOf(before) ?? "", upstream };
  }

  it.each<Intent>(["resend", "verify", "reasons", "cancel", "delete", "start-over", "leave"])(
    "is refused, whatever it asks for: %s",
    async (intent) => {
      const { person, page, upstream } = await withTwoNumbers();
      const waiting = person.session;
      const { session: held } = await person.does("verify", { otp: CODE });
      const { session: asked } = await person.does("reasons", { reasons: ["others"] });
      const calls = upstream.reached.length;
      // A page of a release before names no session.
      const outdated = { message: { id: "problem.outdated" } };
      for (const [session, problem] of [
        ["", outdated],
        [page, undeleted],
      ] as const) {
        for (const [holding, shown] of [
          [held, undefined],
          [asked, { ...asked, at: "reasons" }],
        ] as const) {
          const refused = { kind: "stayed", status: 409, session: holding, problem };
          const fields = { session, otp: CODE, reasons: ["privacy"], idempotencyKey: "its page" };
          expect(await person.does(intent, fields, holding)).toEqual({
            ...refused,
            ...(shown && { shown }),
          });
        }
      }
      expect(await person.service.standing(asked)).toEqual(asked);
      expect(await person.service.standing(waiting)).toBeNull();
      expect(upstream.reached).toHaveLength(calls);
    },
  );

  it("shows no dialog of the session that is held: its button would be pressed for the other", async () => {
    const { person, page } = await withTwoNumbers();
    await person.does("verify", { otp: CODE });
    await person.does("reasons", { reasons: ["others"] });
    const { session: done } = await person.does("delete");
    const press = () => person.does("delete", { session: page });
    expect(await press()).toMatchObject({
      session: { at: "phone", receipt: done },
      problem: undeleted,
    });
    expect(person.upstream.deleted).toHaveLength(1);
    // Its own page finds the receipt again.
    const own = await person.does("delete", { session: pageIdOf(done) ?? "" }, done);
    expect(own).toEqual({ kind: "moved", session: done });
    for (const session of [
      { at: "not-registered", id: "another" },
      { at: "reactivation", id: "another", deletedAt: null },
    ] as const) {
      const refused = await person.does("leave", { session: page }, session);
      expect(refused).toMatchObject({ session, shown: null, problem: undeleted });
    }
  });

  it("does not say that nothing was deleted where an earlier one of its session may have", async () => {
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

  it("sends a code all the same: its number was typed for it", async () => {
    const { person, page } = await withTwoNumbers();
    expect(await person.does("send", { session: page, phone: "9876543218" })).toMatchObject({
      session: { at: "code", phone: "+919876543218" },
    });
  });
});

it("a session that a later release has sealed is none, and nothing is said of what became of it", async () => {
  const person = createPerson();
  const sealed = { at: "of-a-later-release" } as const;
  expect(await person.service.standing(sealed)).toBeNull();
  const form = { session: "x", phone: "", idempotencyKey: "", otp: "", reasons: [], others: "" };
  expect(await person.service.answer(sealed, { intent: "delete", ...form }, ADDRESS)).toEqual({
    kind: "stayed",
    session: null,
    leavesCookie: true,
    status: 409,
    problem: { message: { id: "problem.ended" }, note: { id: "delete.unknown" } },
  });
});

describe("a session that its owner has ended", () => {
  it.each(["start-over", "leave"] as const)(
    "by '%s' is none, whoever has a copy of it",
    async (intent) => {
      const person = createPerson();
      const code = await person.reachCode();
      const { session: verified } = await person.does("verify", { otp: CODE });
      const { session: confirmed } = await person.does("reasons", { reasons: ["Others"] });
      const to = intent === "leave" ? "home" : undefined;
      expect(await person.does(intent)).toMatchObject({
        kind: "moved",
        session: null,
        ...(to && { to }),
      });
      for (const copy of [code, verified, confirmed]) {
        expect(await person.service.standing(copy)).toBeNull();
        for (const asked of ["verify", "reasons", "delete"] as const) {
          const fields = { otp: CODE, reasons: ["Others"] };
          expect(await person.does(asked, fields, copy)).toMatchObject({
            status: 409,
            session: null,
            problem: { message: { id: "problem.ended-undeleted" } },
          });
        }
      }
      expect(person.upstream.reached).toHaveLength(2);
    },
  );

  it("is no session of the next code, also where the auth API goes on with its OTP session", async () => {
    const { api } = createPerson().upstream;
    api.sendOtp = () => Promise.resolve({ sessionId: "the same", deletedBefore: null });
    const person = createPerson({ authApi: api });
    const left = await person.reachCode();
    await person.does("verify", { otp: "000000" });
    await person.does("start-over");
    for (let late = 0; late < 10; late += 1) await person.does("verify", { otp: CODE }, left);
    vi.advanceTimersByTime(MINUTE);
    const code = await person.reachCode();
    expect(await person.service.standing(code)).toMatchObject({ at: "code" });
    // The wrong codes of one OTP session are counted together.
    for (let wrong = 2; wrong <= 5; wrong += 1) await person.does("verify", { otp: "000000" });
    expect(person.session).toMatchObject({ at: "locked", cause: "codes" });
  });

  it("after the deletion leaves the receipt, which can be seen from the first step", async () => {
    const person = createPerson();
    const confirmed = await person.reachConfirm();
    await person.does("delete");
    expect(await person.service.standing(confirmed)).toBeNull();
    const { session: receipt } = person;
    expect(await person.does("leave")).toEqual({ kind: "moved", session: receipt, to: "home" });
    expect(await person.service.standing(receipt)).toEqual(receipt);
    await person.does("start-over");
    expect(await person.service.standing(receipt)).toBeNull();
    expect(await person.service.standing(person.session)).toEqual({ at: "phone", receipt });
  });

  it("is told of where it could not be marked, and leaves nothing to mark where there was none", async () => {
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
