import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deletionSession, longestForm, type VerifiedSession } from "server/deletion/session.server";
import { packing } from "server/deletion/session-encoding.server";
import { LONGEST_OTHERS, reasons } from "server/deletion/reasons.server";
import { createSealedCookie } from "server/session/sealed-cookie.server";
import { anyCharacter } from "../../../support/any-text";

const cookie = createSealedCookie({
  name: "pulse-deletion",
  secrets: ["a secret that is only for these tests here"],
  purpose: "test",
  schema: deletionSession,
  packing,
});
const until = Date.now() + 900_000;

const verified = (token: string): VerifiedSession => ({
  at: "reasons",
  id: randomBytes(32).toString("base64url"),
  token,
  chosen: [],
  others: "",
  until,
});

/** Three parts of base64url, whose bytes are as hard to compress as those of a signature. */
function jwt(length: number): string {
  const text = randomBytes(length).toString("base64url").slice(0, length);
  return `${text.slice(0, 36)}.${text.slice(37, length - 342)}.${text.slice(length - 341)}`;
}

/** Texts as long as is allowed, in any script. */
const text = fc
  .string({ unit: anyCharacter, maxLength: LONGEST_OTHERS })
  .map((long) => long.slice(0, LONGEST_OTHERS));

describe("the room in the session's cookie", () => {
  it("is judged exactly: whatever fits at first still fits at its longest", async () => {
    const token = fc.integer({ min: 1, max: 6000 }).map((length) => jwt(length + 400));
    await fc.assert(
      fc.asyncProperty(token, text, fc.boolean(), async (token, others, https) => {
        const session = verified(token);
        fc.pre(cookie.fits(longestForm(session)));
        const grown = { ...longestForm(session), others };
        const setCookie = await cookie.seal(grown, until, https);
        expect(await cookie.unseal(setCookie.split(";")[0] ?? "", https)).toEqual(grown);
      }),
      { numRuns: 60 },
    );
  });

  it("is told to the byte, over https", async () => {
    for (let length = 3600; length < 3800; length += 1) {
      const session = verified(jwt(length));
      const sealed = cookie.seal(session, until, true).then(
        () => true,
        () => false,
      );
      expect(await sealed).toBe(cookie.fits(session));
    }
  });

  it.each([100, 1500, 2048, 2800])("holds a token of %i bytes with everything else", (length) => {
    expect(cookie.fits(longestForm(verified(jwt(length))))).toBe(true);
  });

  it.each([3500, 4096, 6144])("does not hold one of %i bytes", (length) => {
    expect(cookie.fits(longestForm(verified(jwt(length))))).toBe(false);
  });

  it("keeps every place as it is", async () => {
    const causes = ["minute", "hour", "network", "codes", "tries", "send", "verify", "delete"];
    const places = [
      { at: "expired" },
      ...causes.map((cause) => ({ at: "locked", cause, until })),
      { at: "not-registered" },
      { at: "reactivation", deletedAt: null },
      { at: "code", id: "i", phone: "+919876543210", otpSession: '"\\', codeUntil: until },
      { ...verified("t"), at: "confirm", chosen: [...reasons], others: "हिन्दी 🙂", lost: "DEL" },
      { at: "done", reference: "DEL", deletedAt: until, until },
    ];
    for (const session of places.map((place) => deletionSession.parse(place))) {
      const setCookie = await cookie.seal(session, until, true);
      expect(await cookie.unseal(setCookie.split(";")[0] ?? "", true)).toEqual(session);
    }
  });
});
