import { describe, expect, it } from "vitest";
import { sessionAtStep } from "server/deletion/asked-step.server";
import { places } from "server/deletion/journey.server";
import { refusalAt, withTyped } from "server/deletion/refused-page.server";
import { postedFrom } from "server/process/posted-form.server";
import type { DeletionSession, VerifiedSession } from "server/deletion/session.server";
import { receipt, verified, waiting } from "../../../support/deletion-person";

const until = receipt.until;
const confirm: VerifiedSession = { ...verified, refused: { cause: "delete", until } };

it.each([
  [{ "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" }, "document"],
  [{ "Upgrade-Insecure-Requests": "1" }, "document"],
  [{ "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty" }, "script"],
  [{ "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe" }, "client"],
  [{ "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "document" }, "client"],
  [{ "Upgrade-Insecure-Requests": "1", "Sec-Fetch-Dest": "iframe" }, "client"],
  [{}, "client"],
])("a form with %o was sent by a %s", (headers, expected) => {
  expect(postedFrom(new Headers(headers as Record<string, string>))).toBe(expected);
});

describe("the step that a URL asks for", () => {
  it("gives nobody a place that is not theirs", () => {
    for (const step of [...places, "nonsense", null]) expect(sessionAtStep(null, step)).toBeNull();
    for (const step of ["code", "confirm", "done", "nonsense", null]) {
      for (const session of [waiting, confirm]) expect(sessionAtStep(session, step)).toBe(session);
    }
  });

  it("leads back to what may be done again, and never past a receipt", () => {
    const later: DeletionSession[] = [
      waiting,
      { ...confirm, at: "reasons" },
      confirm,
      { at: "not-registered" },
      { at: "reactivation", deletedAt: null },
    ];
    for (const session of later) expect(sessionAtStep(session, "phone")).toBeNull();
    const first: DeletionSession[] = [
      { at: "phone", receipt },
      { at: "locked", cause: "hour", until },
      { at: "expired" },
    ];
    for (const session of first) expect(sessionAtStep(session, "phone")).toBe(session);
    const reasons = { ...confirm, at: "reasons", refused: undefined };
    expect(sessionAtStep(confirm, "reasons")).toEqual(reasons);
    for (const step of places) expect(sessionAtStep(receipt, step)).toBe(receipt);
    expect(sessionAtStep({ at: "phone", receipt }, "done")).toBe(receipt);
  });
});

describe("a kept refusal", () => {
  const problem = { message: { id: "limit.minute" }, retryAt: until } as const;
  const limit = { at: "code", status: 429, problem } as const;

  it("is said by its own page alone, and by no limit that is over", () => {
    expect(refusalAt(limit, waiting, "code", until - 1)).toBe(limit);
    expect(refusalAt(limit, waiting, "code", until)).toBeNull();
    expect(refusalAt({ ...limit, status: 400 }, waiting, "code", until)).not.toBeNull();
    expect(refusalAt(limit, waiting, null, 0)).toBeNull();
    expect(refusalAt(limit, confirm, "code", 0)).toBeNull();
    expect(refusalAt(limit, null, "phone", 0)).toBeNull();
  });

  it("brings back the reasons that were sent, to their page alone", () => {
    const reasons = { chosen: [], others: "as sent" };
    const refusal = { ...limit, status: 400, reasons } as const;
    const shown = { ...confirm, at: "reasons" } as const;
    expect(withTyped(shown, refusal)).toEqual({ ...shown, ...reasons });
    expect(withTyped(waiting, refusal)).toBe(waiting);
    expect(withTyped(shown, null)).toEqual(shown);
  });
});
