import { english } from "../../../support/english-texts";
import { describe, expect, it } from "vitest";
import { formatWait } from "~/features/deletion/remaining-time";
import { sessionAtStep } from "server/deletion/asked-step.server";
import type { DeletionSession } from "server/deletion/session.server";
import { places } from "server/deletion/journey.server";
import { postedFrom } from "server/deletion/requests.server";
import { refusalAt, withTyped } from "server/deletion/refused-page.server";

const until = 1_000_000;
const code: DeletionSession = {
  at: "code",
  id: "i",
  phone: "+919876543210",
  otpSession: "o",
  codeUntil: until,
};
const confirm: DeletionSession = {
  at: "confirm",
  id: "i",
  token: "t",
  chosen: ["Others"],
  others: "Too far",
  until,
  refused: { cause: "delete", until },
};
const done: DeletionSession = { at: "done", reference: "DEL", deletedAt: 0, until };

describe("who has sent a form", () => {
  it.each([
    [{ "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" }, "document"],
    [{ "Upgrade-Insecure-Requests": "1" }, "document"],
    [{ "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty" }, "script"],
    [{ "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe" }, "client"],
    [{ "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "document" }, "client"],
    [{ "Upgrade-Insecure-Requests": "1", "Sec-Fetch-Dest": "iframe" }, "client"],
    [{ "Sec-Fetch-Mode": "cors" }, "client"],
    [{}, "client"],
  ])("is told by %o", (headers, expected) => {
    expect(postedFrom(new Headers(headers as Record<string, string>))).toBe(expected);
  });
});

describe("the step that a URL asks for", () => {
  it("gives nobody a place that is not theirs", () => {
    for (const step of [...places, "nonsense", null]) expect(sessionAtStep(null, step)).toBeNull();
    for (const step of ["code", "confirm", "done", "nonsense", null]) {
      expect(sessionAtStep(code, step)).toBe(code);
      expect(sessionAtStep(confirm, step)).toBe(confirm);
    }
  });

  it("leads back to what may be done again, and never past a receipt", () => {
    const later: DeletionSession[] = [
      code,
      { ...confirm, at: "reasons" },
      confirm,
      { at: "not-registered" },
      { at: "reactivation", deletedAt: null },
    ];
    for (const session of later) expect(sessionAtStep(session, "phone")).toBeNull();
    const first: DeletionSession[] = [
      { at: "phone", receipt: done },
      { at: "locked", cause: "hour", until },
      { at: "expired" },
    ];
    for (const session of first) expect(sessionAtStep(session, "phone")).toBe(session);
    expect(sessionAtStep(confirm, "reasons")).toEqual({
      ...confirm,
      at: "reasons",
      refused: undefined,
    });
    for (const step of places) expect(sessionAtStep(done, step)).toBe(done);
    expect(sessionAtStep({ at: "phone", receipt: done }, "done")).toBe(done);
  });
});

describe("a kept refusal", () => {
  const limit = {
    at: "code",
    status: 429,
    problem: { message: { id: "limit.minute" }, retryAt: until },
  } as const;

  it("is said by its own page alone, and by no limit that is over", () => {
    expect(refusalAt(limit, code, "code", until - 1)).toBe(limit);
    expect(refusalAt(limit, code, "code", until)).toBeNull();
    expect(refusalAt({ ...limit, status: 400 }, code, "code", until)).not.toBeNull();
    expect(refusalAt(limit, code, null, 0)).toBeNull();
    expect(refusalAt(limit, confirm, "code", 0)).toBeNull();
    expect(refusalAt(limit, null, "phone", 0)).toBeNull();
  });

  it("brings back the reasons that were sent", () => {
    const reasons = { chosen: [], others: "as sent" };
    const shown = sessionAtStep(confirm, "reasons");
    const refusal = {
      at: "reasons",
      status: 400,
      problem: { message: { id: "problem.others", values: { most: 300 } } },
      reasons,
    } as const;
    expect(withTyped(shown, { ...refusal, reasons: { ...reasons } })).toMatchObject(reasons);
    expect(withTyped(code, null)).toBe(code);
  });
});

it("a wait is told in whole minutes, which stay true while they are read", () => {
  const waits = [0, 1, 60_000, 60_001, 3_600_000].map((ms) => formatWait(english, ms));
  const one = "in 1 minute";
  expect(waits).toEqual([one, one, one, "in 2 minutes", "in 60 minutes"]);
});
