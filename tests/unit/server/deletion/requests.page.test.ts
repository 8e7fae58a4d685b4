import { describe, expect, it } from "vitest";
import { deletionPage } from "server/deletion/requests.server";
import { reasonIds } from "server/deletion/form-fields.server";
import type { DeletionSession, LimitRefusal } from "server/deletion/places.server";
import { sessionEnd } from "server/deletion/session.server";
import { receipt, START, verified, waiting } from "../../../support/deletion-person";

const NOW = START;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const old = { ...receipt, deletedAt: NOW - DAY, until: NOW + MINUTE };

const limit = (cause: LimitRefusal["cause"], until: number) => ({ cause, until });

const pageOf = (
  session: DeletionSession | null,
  state: Parameters<typeof deletionPage>[2] = null,
) => deletionPage(session, NOW, state);

describe("the data of the deletion page", () => {
  const { reference } = receipt;
  const { chosen, others, phoneEnd, until: goodUntil } = verified;
  const form = { reasons: reasonIds, longestOthers: 300, chosen, others, phoneEnd, goodUntil };
  const deletedBefore = (deletedAt: number | null) => ({ at: "reactivation", deletedAt }) as const;
  it.each<[string, DeletionSession | null, object]>([
    ["no session", null, { at: "phone", receipt: null }],
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
    ["an undated deletion", deletedBefore(null), { at: "reactivation", daysRemaining: null }],
    ["a receipt", old, { at: "done", reference, deletedAt: NOW - DAY }],
  ])("of %s", (_of, session, place) => {
    expect(pageOf(session).place).toEqual(place);
    expect(pageOf(session).idempotencyKey).not.toBe(pageOf(session).idempotencyKey);
  });

  it("of a code has the remaining tries and times, but neither the number nor the session", () => {
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

  it("counts the days from the deletion, or from now when nothing is deleted yet", () => {
    expect(pageOf(waiting).erasedAt).toBe(NOW + 90 * DAY);
    expect(pageOf(old).erasedAt).toBe(NOW + 89 * DAY);
  });
});

it.each<[string, DeletionSession, number]>([
  ["a code", waiting, 15 * MINUTE],
  ["reasons with less time left", { ...verified, until: NOW + MINUTE }, MINUTE],
  ["a receipt with less time left", old, MINUTE],
  ["the first step with such a receipt", { at: "phone", receipt: old }, MINUTE],
  ["a limit, whenever it ends", { at: "locked", ...limit("hour", NOW + MINUTE) }, 15 * MINUTE],
])("the cookie of %s expires with it, after 15 minutes at the latest", (_of, session, left) => {
  expect(sessionEnd(session, NOW)).toBe(NOW + left);
});
