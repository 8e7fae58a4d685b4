import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DeletionForm } from "server/deletion/form-handler.server";
import { placeOf } from "server/deletion/session.server";
import type { Intent } from "server/deletion/journey.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import {
  CODE,
  createPerson,
  DELETED,
  PHONE,
  REGISTERED,
  START,
  UNKNOWN,
} from "../../../support/deletion-person";

describe("deleting an account", () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }));
  afterEach(() => void vi.useRealTimers());

  it("leads from a number to a receipt that knows neither phone nor token", async () => {
    const person = createPerson();
    expect(await person.does("send", { phone: "+91 98765-43210" })).toMatchObject({
      kind: "moved",
      toast: { id: "send.sent" },
    });
    expect(await person.does("verify", { otp: "482 913" })).toMatchObject({
      toast: { id: "verify.verified" },
    });
    await person.does("reasons", { reasons: ["Privacy concerns", "Others"], others: "Too far" });
    await person.does("delete");
    expect(person.upstream.deleted).toEqual([
      { token: `token of ${REGISTERED}/1`, reason: "Privacy concerns,Too far" },
    ]);
    expect(person.session).toMatchObject({ at: "done", deletedAt: START });
    expect(JSON.stringify(person.session)).not.toMatch(/token|98765/);
  });

  it("counts every way of writing a number as the same one", async () => {
    const person = createPerson();
    await person.does("send", { phone: PHONE });
    person.session = null;
    const again = await person.does("send", { phone: `0${PHONE}` });
    expect(again).toMatchObject({ kind: "stayed", status: 429, retryAt: START + 60_000 });
    expect(person.session).toEqual({ at: "locked", cause: "minute", until: START + 60_000 });
    expect(person.upstream.sent).toHaveLength(1);
  });

  it("keeps the code that was sent when the next one is asked for too early", async () => {
    const person = createPerson();
    await person.does("send", { phone: PHONE });
    expect(await person.does("resend")).toMatchObject({ status: 429, retryAt: START + 60_000 });
    expect(await person.service.codeState(person.session)).toMatchObject({
      resendAt: START + 60_000,
    });
    vi.advanceTimersByTime(60_000);
    expect(await person.service.codeState(person.session)).toMatchObject({ resendAt: 0 });
    expect(await person.does("resend")).toMatchObject({ kind: "moved" });
    expect(person.session).toMatchObject({ otpSession: `${REGISTERED}/2` });
  });

  it("ends the OTP session with the fifth wrong code; the right one is then too late", async () => {
    const person = createPerson();
    await person.does("send", { phone: PHONE });
    const code = person.session;
    for (let tries = 1; tries <= 4; tries += 1) {
      const outcome = await person.does("verify", { otp: "000000" });
      expect(outcome).toMatchObject({ status: 400, problem: { field: "otp" } });
      expect(placeOf(person.session)).toBe("code");
    }
    expect(await person.does("verify", { otp: "000000" })).toMatchObject({
      status: 429,
      problem: { message: { id: "limit.codes" } },
      retryAt: START + 60_000,
    });
    expect(placeOf(person.session)).toBe("locked");
    expect(await person.does("verify", { otp: CODE })).toMatchObject({ status: 429 });
    person.session = code;
    expect(await person.does("verify", { otp: CODE })).toMatchObject({ status: 429 });
    expect(person.upstream.tried).toHaveLength(5);
  });

  it("does not let codes tried side by side pass the limit", async () => {
    const person = createPerson();
    await person.does("send", { phone: PHONE });
    const session = person.session;
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        person.session = session;
        return person.does("verify", { otp: String(100000 + index) });
      }),
    );
    expect(person.upstream.tried).toHaveLength(5);
  });

  it("repeats no secret that the server's message names", async () => {
    const person = createPerson();
    await person.does("send", { phone: PHONE });
    const outcome = await person.does("verify", { otp: "123456" });
    expect(outcome).toMatchObject({
      problem: { message: { id: "verify.failed" }, said: "Wrong code •••" },
    });
  });

  it("forgets an OTP session after ten minutes", async () => {
    const person = createPerson();
    await person.does("send", { phone: PHONE });
    vi.advanceTimersByTime(10 * 60_000);
    expect(await person.service.standing(person.session)).toEqual({ at: "expired" });
    expect(await person.does("verify", { otp: CODE })).toMatchObject({ kind: "moved" });
    expect(person.upstream.tried).toHaveLength(0);
  });

  it("sends one code and one deletion however often the button is pressed at once", async () => {
    const person = createPerson();
    const press = async (intent: Intent, fields: Partial<DeletionForm> = {}) => {
      const before = person.session;
      const outcomes = await Promise.all(
        Array.from({ length: 5 }, () => {
          person.session = before;
          return person.does(intent, fields);
        }),
      );
      for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
    };
    await press("send", { phone: PHONE, idempotencyKey: "one page" });
    await press("verify", { otp: CODE });
    await person.does("reasons", { reasons: ["Privacy concerns"] });
    const confirmed = person.session;
    await press("delete", { idempotencyKey: "the confirming page" });
    expect(person.upstream.sent).toHaveLength(1);
    expect(person.upstream.tried).toHaveLength(1);
    expect(person.upstream.deleted).toHaveLength(1);
    const receipt = person.session;
    expect(receipt?.at).toBe("done");

    // The very press gets that answer again for as long as its session would have lived; no other does.
    for (const minutes of [0, 7, 7]) {
      vi.advanceTimersByTime(minutes * 60_000);
      for (const [number, session] of [
        ["the confirming page", receipt],
        ["another page", null],
        ["", null],
      ] as const) {
        person.session = confirmed;
        await person.does("delete", { idempotencyKey: number });
        expect(person.session).toEqual(session);
      }
    }
    expect(person.upstream.deleted).toHaveLength(1);
  });

  it.each(["start-over", "leave"] as const)(
    "takes a copy of a session for none once its owner has said '%s'",
    async (intent) => {
      const person = createPerson();
      await person.does("send", { phone: PHONE });
      const code = person.session;
      await person.does("verify", { otp: CODE });
      const verified = person.session;
      await person.does("reasons", { reasons: ["Privacy concerns"] });
      const confirmed = person.session;
      await person.does(intent);
      for (const copy of [code, verified, confirmed]) {
        expect(await person.service.standing(copy)).toBeNull();
        for (const asked of ["verify", "reasons", "delete"] as const) {
          person.session = copy;
          const outcome = await person.does(asked, { otp: CODE, reasons: ["Others"] });
          expect(outcome).toMatchObject({
            status: 409,
            session: null,
            problem: { message: { id: "problem.ended-undeleted" } },
          });
        }
      }
      expect(person.upstream.tried).toHaveLength(1);
      expect(person.upstream.deleted).toHaveLength(0);
    },
  );

  it("begins anew after 'start-over', also where the auth API goes on with its OTP session", async () => {
    const person = createPerson();
    const same = { ...person.upstream.api };
    same.sendOtp = () => Promise.resolve({ sessionId: "the same", deletedBefore: null });
    const again = createPerson({ authApi: same });
    await again.does("send", { phone: PHONE });
    await again.does("verify", { otp: "000000" });
    await again.does("start-over");
    vi.advanceTimersByTime(60_000);
    await again.does("send", { phone: PHONE });
    expect(await again.service.standing(again.session)).toMatchObject({ at: "code" });
    // The wrong codes of one OTP session are counted together.
    for (let wrong = 2; wrong <= 5; wrong += 1) await again.does("verify", { otp: "000000" });
    expect(again.session).toMatchObject({ at: "locked", cause: "codes" });
  });

  it("takes a copy of a receipt for none once its owner has begun anew, who can still see it", async () => {
    const person = createPerson();
    await person.reachConfirm();
    await person.does("delete");
    const receipt = person.session;
    expect(await person.service.standing(receipt)).toEqual(receipt);
    await person.does("start-over");
    expect(await person.service.standing(receipt)).toBeNull();
    const anew = { at: "phone", receipt };
    expect(await person.service.standing(person.session)).toEqual(anew);
  });

  it("takes a session for none once its account is deleted", async () => {
    const person = createPerson();
    await person.does("send", { phone: PHONE });
    const code = person.session;
    await person.does("verify", { otp: CODE });
    await person.does("reasons", { reasons: ["Privacy concerns"] });
    const confirmed = person.session;
    await person.does("delete");
    vi.advanceTimersByTime(3_000);
    for (const replayed of [code, confirmed]) {
      expect(await person.service.standing(replayed)).toBeNull();
      person.session = replayed;
      expect(await person.does("delete")).toMatchObject({
        status: 409,
        session: null,
        problem: {
          message: { id: "problem.ended" },
          note: { id: expect.stringMatching(/^delete\.maybe/) as string },
        },
      });
    }
    expect(person.upstream.deleted).toHaveLength(1);
  });

  it("keeps everything as it was when the deletion failed, and works the next time", async () => {
    const person = createPerson();
    await person.reachConfirm();
    const before = person.session;
    person.upstream.fail(new UpstreamError("http", "Come back later", { status: 422 }));
    expect(await person.does("delete")).toMatchObject({
      status: 400,
      problem: { message: { id: "delete.failed" }, said: "Come back later" },
    });
    expect(person.session).toEqual(before);
    person.upstream.fail(null);
    await person.does("delete");
    expect(placeOf(person.session)).toBe("done");
  });

  it.each([
    [UNKNOWN, "not-registered"],
    [DELETED, "reactivation"],
  ])("leaves by its own exit with %s", async (phone, place) => {
    const person = createPerson();
    const sent = await person.does("send", { phone });
    const last = phone === UNKNOWN ? await person.does("verify", { otp: CODE }) : sent;
    expect(last).toMatchObject({ kind: "moved" });
    expect(placeOf(person.session)).toBe(place);
    expect(JSON.stringify(person.session)).not.toContain(phone.slice(3));
    await person.does("start-over");
    expect(person.session).toBeNull();
  });
});
