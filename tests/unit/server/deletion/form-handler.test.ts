import { beforeEach, describe, expect, it, vi } from "vitest";
import { readFormFields, type DeletionForm, type Intent } from "server/deletion/form-fields.server";
import { placeOf } from "server/deletion/places.server";
import {
  CODE,
  createPerson,
  DELETED,
  http,
  PHONE,
  REGISTERED,
  START,
  UNKNOWN,
} from "../../../support/deletion-person";

const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ now: START }));

describe("the fields of a form", () => {
  const read = (...fields: [string, string | Blob][]) => {
    const data = new FormData();
    for (const [name, value] of fields) data.append(name, value);
    return readFormFields(data);
  };

  it("are empty when they are missing or sent as files", () => {
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

  it("are cut to the length that the page writes", () => {
    const key = "0123456789abcdef0123456789abcdef0123";
    expect(read(["intent", "delete"], ["idempotencyKey", `${key}4567`])).toMatchObject({
      idempotencyKey: key,
    });
  });
});

describe("the way to the deletion", () => {
  it("leads from a phone number to a receipt without the number and the token", async () => {
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

  it("makes each call once for repeated submits, and only the confirming page gets the receipt again", async () => {
    const person = createPerson();
    const submitFiveTimes = async (intent: Intent, fields: Partial<DeletionForm> = {}) => {
      const { session } = person;
      const submits = Array.from({ length: 5 }, () => person.does(intent, fields, session));
      const outcomes = await Promise.all(submits);
      for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
    };
    await submitFiveTimes("send", { phone: PHONE, idempotencyKey: "one page" });
    await submitFiveTimes("verify", { otp: CODE });
    await person.does("reasons", { reasons: ["Privacy concerns"] });
    const confirmSession = person.session;
    await submitFiveTimes("delete", { idempotencyKey: "the confirming page" });
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
        expect(await person.does("delete", { idempotencyKey }, confirmSession)).toMatchObject({
          session,
        });
      }
    }
    expect(upstream.deleted).toHaveLength(1);
  });

  it("ends ten minutes after a code was sent", async () => {
    const person = createPerson();
    const code = await person.reachCode();
    vi.advanceTimersByTime(10 * MINUTE - 1);
    expect(await person.service.current(code)).toEqual(code);
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
  ])("ends at a separate place for the number %s", async (phone, place) => {
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
  it("is refused at the field with the invalid value", async () => {
    const person = createPerson();
    const refusal = (field: string) => ({
      kind: "stayed",
      status: 400,
      problem: { field, message: { id: `problem.${field}` } },
    });
    expect(await person.does("send", { phone: "12" })).toMatchObject(refusal("phone"));
    const code = await person.reachCode();
    // An invalid number is reported at the first step; the session of the sent code is kept.
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

  it("leads back from the confirmation to the reasons, which can then be changed", async () => {
    const person = createPerson();
    await person.reachConfirm();
    await person.does("cancel");
    expect(person.session).toMatchObject({ at: "reasons", chosen: ["others"], others: "Too far" });
    // Pages of earlier releases posted the text of a reason instead of its id.
    for (const [posted, reason] of [
      ["Privacy concerns", "privacy"],
      ["others", "others"],
    ] as const) {
      await person.does("reasons", { reasons: [posted] });
      expect(person.session).toMatchObject({ at: "confirm", chosen: [reason] });
    }
  });

  it("makes no call before the auth API's Retry-After has passed, and delays nobody else", async () => {
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
      // Also with the session from before the refusal.
      for (const copy of [person.session, session]) {
        expect(await person.does(intent, fields, copy)).toMatchObject({
          kind: "stayed",
          status: 429,
          problem: { message: { id: `limit.${intent}` }, again: intent !== "send" },
          session: intent === "send" ? { at: "locked", cause: intent } : session,
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

  it("that shares a failed call with another form keeps the session it was sent with", async () => {
    const person = createPerson();
    const [first, second] = [await person.reachConfirm(), null];
    person.upstream.fail(http(422));
    const send = (session: typeof first | null) =>
      person.does("send", { phone: "9876543219", idempotencyKey: "a page" }, session);
    const outcomes = await Promise.all([send(first), send(second)]);
    expect(outcomes.map(({ session }) => session)).toEqual([first, second]);
  });
});
