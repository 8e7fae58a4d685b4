import { describe, expect, it } from "vitest";
import { sendingLimited } from "server/deletion/outcome.server";
import { deletionPage } from "server/deletion/page-data.server";
import { reasonIds } from "server/deletion/reasons.server";
import {
  sessionEnd,
  type DeletionSession,
  type LimitRefusal,
} from "server/deletion/session.server";
import { receipt, START, verified, waiting } from "../../../support/deletion-person";

const NOW = START;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const old = { ...receipt, deletedAt: NOW - DAY, until: NOW + MINUTE };

const limit = (cause: LimitRefusal["cause"], until: number) => ({ cause, until });

const pageOf = (
  session: DeletionSession | null,
  state: Parameters<typeof deletionPage>[2] = null,
) => deletionPage(session, NOW, state, "a key");

describe("the data of the deletion page", () => {
  const { reference } = receipt;
  const { chosen, others, phoneEnd, until: goodUntil } = verified;
  const form = { reasons: reasonIds, longestOthers: 300, chosen, others, phoneEnd, goodUntil };
  const deletedBefore = (deletedAt: number | null) => ({ at: "reactivation", deletedAt }) as const;
  it.each<[string, DeletionSession | null, object]>([
    ["nobody", null, { at: "phone", receipt: null }],
    ["a receipt to go back to", { at: "phone", receipt }, { at: "phone", receipt: reference }],
    ["a limit", { at: "locked", ...limit("codes", NOW) }, { at: "locked" }],
    ["an expired code", { at: "expired" }, { at: "expired" }],
    ["an unknown number", { at: "not-registered" }, { at: "not-registered" }],
    ["reasons", { ...verified, at: "reasons" }, { at: "reasons", ...form, lost: null }],
    [
      "a lost answer",
      { ...verified, lost: reference },
      { at: "confirm", ...form, lost: reference },
    ],
    ["a deleted account", deletedBefore(NOW - 10 * DAY), { at: "reactivation", daysRemaining: 80 }],
    ["one of no date", deletedBefore(null), { at: "reactivation", daysRemaining: null }],
    ["a receipt", old, { at: "done", reference, deletedAt: NOW - DAY }],
  ])("of %s", (_of, session, place) => {
    expect(pageOf(session)).toMatchObject({ idempotencyKey: "a key" });
    expect(pageOf(session).place).toEqual(place);
  });

  it("of a code says what is left of it, and nothing of number or session", () => {
    const page = pageOf(waiting, { resendAt: NOW + MINUTE, triesLeft: 3 });
    expect(page.place).toEqual({
      at: "code",
      maskedPhone: "+91 ••••• ••210",
      resendAt: NOW + MINUTE,
      triesLeft: 3,
      goodUntil: NOW + 5 * MINUTE,
    });
    expect(pageOf(waiting).place).toMatchObject({ resendAt: 0, triesLeft: 0 });
  });

  it("counts the days from the deletion, or from now where nothing is deleted", () => {
    expect(pageOf(waiting).erasedAt).toBe(NOW + 90 * DAY);
    expect(pageOf(old).erasedAt).toBe(NOW + 89 * DAY);
  });

  it("names a limit until its time has passed, and where nothing else can be done for longer", () => {
    const refused = (until: number) => pageOf({ ...waiting, refused: limit("network", until) });
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
    const page = pageOf({ ...waiting, refused }, { resendAt: NOW + MINUTE, triesLeft: 4 });
    expect(page).toMatchObject({ place: { resendAt }, refusal: { until: refused.until, again } });
  });
});

it("over a limit of sending nobody loses a code or a receipt to go back to", () => {
  const refusal = limit("minute", NOW + MINUTE);
  expect(sendingLimited({ at: "expired" }, refusal).session).toEqual({ at: "locked", ...refusal });
  for (const session of [waiting, { at: "phone", receipt } as const]) {
    expect(sendingLimited(session, refusal).session).toEqual({ ...session, refused: refusal });
  }
});

it.each<[string, DeletionSession, number]>([
  ["a code", waiting, 15 * MINUTE],
  ["reasons with less time left", { ...verified, until: NOW + MINUTE }, MINUTE],
  ["a receipt with less time left", old, MINUTE],
  ["the way back to such a receipt", { at: "phone", receipt: old }, MINUTE],
  ["a limit, whenever it ends", { at: "locked", ...limit("hour", NOW + MINUTE) }, 15 * MINUTE],
])("the cookie of %s ends with it, and within a quarter of an hour", (_of, session, left) => {
  expect(sessionEnd(session, NOW)).toBe(NOW + left);
});
