import { describe, expect, it } from "vitest";
import { apply } from "server/deletion/journey.server";
import {
  placeNames,
  places,
  sessionAtStep,
  type DeletionSession,
} from "server/deletion/places.server";
import { receipt, verified, waiting } from "../../../support/deletion-person";

const until = receipt.until;
const locked = { at: "locked", cause: "hour", until } as const;
const leftReceipt = { at: "phone", receipt } as const;

describe("a limit on sending", () => {
  const refusal = { cause: "minute", until } as const;
  const applyLimit = (session: DeletionSession | null) =>
    apply(session, { type: "sending-limited", refusal });

  it("keeps the session of a code, of a verified person and of a receipt", () => {
    for (const session of [waiting, verified, receipt, leftReceipt]) {
      expect(applyLimit(session)).toMatchObject({ session, status: 429, retryAt: until });
    }
  });

  it("replaces every other session", () => {
    for (const session of [null, { at: "expired" }, { at: "not-registered" }, locked] as const) {
      expect(applyLimit(session).session).toEqual({ at: "locked", ...refusal });
    }
  });
});

it("an event that does not apply to a place leaves the session unchanged", () => {
  for (const session of [null, waiting, receipt, leftReceipt, locked]) {
    for (const type of ["cancelled", "nothing"] as const) {
      expect(apply(session, { type })).toEqual({ kind: "moved", session });
    }
    const reasons = { chosen: [], others: "" };
    expect(apply(session, { type: "reasons-given", reasons }).session).toEqual(session);
    if (session?.at === "code") continue;
    expect(apply(session, { type: "code-accepted", token: "t", until }).session).toEqual(session);
    expect(apply(session, { type: "no-account" }).session).toEqual(session);
    expect(apply(session, { type: "time-passed" }).session).toEqual(session);
  }
});

it("the step in a URL gives no access to a place that the session has not reached", () => {
  for (const step of [...placeNames, "nonsense", null])
    expect(sessionAtStep(null, step)).toBeNull();
  for (const step of ["code", "confirm", "done", "nonsense", null]) {
    for (const session of [waiting, verified]) expect(sessionAtStep(session, step)).toBe(session);
  }
});

it("the step in a URL leads back to steps that may be repeated, and never away from a receipt", () => {
  const reasons = { ...verified, at: "reasons" } as const;
  const later: DeletionSession[] = [
    waiting,
    reasons,
    verified,
    { at: "not-registered" },
    { at: "reactivation", deletedAt: null },
  ];
  for (const session of later) expect(sessionAtStep(session, "phone")).toBeNull();
  const first: DeletionSession[] = [leftReceipt, locked, { at: "expired" }];
  for (const session of first) expect(sessionAtStep(session, "phone")).toBe(session);
  expect(sessionAtStep(verified, "reasons")).toEqual(reasons);
  for (const step of placeNames) expect(sessionAtStep(receipt, step)).toBe(receipt);
  expect(sessionAtStep(leftReceipt, "done")).toBe(receipt);
});

it("each place belongs to one of the three progress dots", () => {
  expect(Object.fromEntries(placeNames.map((name) => [name, places[name].step]))).toEqual({
    phone: 1,
    locked: 1,
    expired: 1,
    reactivation: 1,
    code: 2,
    "not-registered": 2,
    reasons: 3,
    confirm: 3,
    done: 3,
  });
});
