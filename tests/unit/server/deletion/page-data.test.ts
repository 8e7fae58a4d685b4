import { describe, expect, it } from "vitest";
import { sendingLimited } from "server/deletion/outcome.server";
import { deletionPage } from "server/deletion/page-data.server";
import { reasons } from "server/deletion/reasons.server";
import {
  sessionEnd,
  type DeletionSession,
  type LimitRefusal,
} from "server/deletion/session.server";

const NOW = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const receipt = {
  at: "done",
  reference: "DEL-7K3F-9QXM",
  deletedAt: NOW - DAY,
  until: NOW + MINUTE,
} as const;
const code = {
  at: "code",
  id: "an id",
  phone: "+919876543210",
  otpSession: "an OTP session",
  codeUntil: NOW + 5 * MINUTE,
} as const;
const verified = {
  id: "an id",
  token: "a token",
  chosen: ["Others"],
  others: "Too far",
  until: NOW + 15 * MINUTE,
};
const limit = (cause: LimitRefusal["cause"], until: number) => ({ cause, until });

const pageOf = (
  session: DeletionSession | null,
  state: Parameters<typeof deletionPage>[2] = null,
) => deletionPage(session, NOW, state, "a key");

describe("the data of the deletion page", () => {
  const form = { reasons, longestOthers: 300, chosen: ["Others"], others: "Too far" };
  const { reference } = receipt;
  it.each<[string, DeletionSession | null, object]>([
    ["nobody", null, { at: "phone", receipt: null }],
    ["a receipt to go back to", { at: "phone", receipt }, { at: "phone", receipt: reference }],
    ["a limit", { at: "locked", ...limit("codes", NOW) }, { at: "locked" }],
    ["an expired code", { at: "expired" }, { at: "expired" }],
    ["an unknown number", { at: "not-registered" }, { at: "not-registered" }],
    [
      "reasons",
      { at: "reasons", ...verified },
      { at: "reasons", ...form, goodUntil: verified.until, lost: null },
    ],
    [
      "a lost answer",
      { at: "confirm", ...verified, lost: reference },
      { at: "confirm", ...form, goodUntil: verified.until, lost: reference },
    ],
    [
      "an account deleted ten days ago",
      { at: "reactivation", deletedAt: NOW - 10 * DAY },
      { at: "reactivation", daysRemaining: 80 },
    ],
    [
      "an account deleted nobody says when",
      { at: "reactivation", deletedAt: null },
      { at: "reactivation", daysRemaining: null },
    ],
    ["a receipt", receipt, { at: "done", reference, deletedAt: NOW - DAY }],
  ])("of %s", (_of, session, place) => {
    expect(pageOf(session)).toMatchObject({ idempotencyKey: "a key" });
    expect(pageOf(session).place).toEqual(place);
  });

  it("of a code says what is left of it, and nothing of number or session", () => {
    const page = pageOf(code, { resendAt: NOW + MINUTE, triesLeft: 3 });
    expect(page.place).toEqual({
      at: "code",
      maskedPhone: "+91 ••••• ••210",
      resendAt: NOW + MINUTE,
      triesLeft: 3,
      goodUntil: NOW + 5 * MINUTE,
    });
    expect(pageOf(code).place).toMatchObject({ resendAt: 0, triesLeft: 0 });
  });

  it("counts the days from the deletion, or from now where nothing is deleted", () => {
    expect(pageOf(code).erasedAt).toBe(NOW + 90 * DAY);
    expect(pageOf(receipt).erasedAt).toBe(NOW + 89 * DAY);
  });

  it("names a limit until its time has passed, and where nothing else can be done for longer", () => {
    const refused = (until: number) => pageOf({ ...code, refused: limit("network", until) });
    const refusal = { message: { id: "limit.network" }, until: NOW + 1, again: false };
    expect(refused(NOW + 1).refusal).toEqual(refusal);
    expect(refused(NOW).refusal).toBeNull();
    const locked = pageOf({ at: "locked", ...limit("tries", NOW - 1) });
    expect(locked.refusal).toMatchObject({ until: NOW - 1 });
    expect(pageOf(null).refusal).toBeNull();
  });

  it.each([
    ["network", NOW + 60 * MINUTE, false],
    ["verify", NOW + MINUTE, true],
  ] as const)("lets a limit of %s hold the next code up until %i", (cause, resendAt, again) => {
    const refused = limit(cause, NOW + 60 * MINUTE);
    const page = pageOf({ ...code, refused }, { resendAt: NOW + MINUTE, triesLeft: 4 });
    expect(page).toMatchObject({ place: { resendAt }, refusal: { until: refused.until, again } });
  });
});

it("over a limit of sending nobody loses a code or a receipt to go back to", () => {
  const refusal = limit("minute", NOW + MINUTE);
  expect(sendingLimited({ at: "expired" }, refusal).session).toEqual({ at: "locked", ...refusal });
  for (const session of [code, { at: "phone", receipt } as const]) {
    expect(sendingLimited(session, refusal).session).toEqual({ ...session, refused: refusal });
  }
});

it.each<[string, DeletionSession, number]>([
  ["a code", code, 15 * MINUTE],
  ["reasons with less time left", { at: "reasons", ...verified, until: NOW + MINUTE }, MINUTE],
  ["a receipt with less time left", receipt, MINUTE],
  ["the way back to such a receipt", { at: "phone", receipt }, MINUTE],
  ["a limit, whenever it ends", { at: "locked", ...limit("hour", NOW + MINUTE) }, 15 * MINUTE],
])("the cookie of %s ends with it, and within a quarter of an hour", (_of, session, left) => {
  expect(sessionEnd(session, NOW)).toBe(NOW + left);
});
