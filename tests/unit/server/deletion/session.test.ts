import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { limitRefusal, sealedSession, type VerifiedSession } from "server/deletion/places.server";
import { longestForm, packing } from "server/deletion/session.server";
import { LONGEST_OTHERS, reasonIds } from "server/deletion/form-fields.server";
import { createSealedCookie } from "server/session/sealed-cookie.server";
import { anyCharacter } from "../../../support/any-text";

const cookie = createSealedCookie({
  name: "pulse-deletion",
  secrets: ["a secret that is only for these tests here"],
  purpose: "test",
  schema: sealedSession,
  packing,
});
const until = Date.now() + 900_000;

const sessionOf = (token: string): VerifiedSession => ({
  at: "reasons",
  id: randomBytes(32).toString("base64url"),
  token,
  chosen: [],
  others: "",
  until,
});

/** A token of three base64url parts, whose random bytes compress as badly as a signature. */
function jwt(length: number): string {
  const text = randomBytes(length).toString("base64url").slice(0, length);
  return `${text.slice(0, 36)}.${text.slice(37, length - 342)}.${text.slice(length - 341)}`;
}

/** Texts in any script, up to the longest allowed. */
const text = fc
  .string({ unit: anyCharacter, maxLength: LONGEST_OTHERS })
  .map((long) => long.slice(0, LONGEST_OTHERS));

it("the session's cookie checks its size exactly over https, and a session that fits at first fits in its longest form", async () => {
  const token = fc.integer({ min: 400, max: 4_500 }).map(jwt);
  await fc.assert(
    fc.asyncProperty(token, text, async (token, others) => {
      const longest = longestForm(sessionOf(token));
      const fits = cookie.fits(longest);
      const sealing = cookie.seal(longest, until, true).then(
        () => true,
        () => false,
      );
      expect(await sealing).toBe(fits);
      if (!fits) return;
      const [sent = null] = (await cookie.seal({ ...longest, others }, until, true)).split(";");
      expect(await cookie.unseal(sent, true)).toEqual({ ...longest, others });
    }),
    { numRuns: 60 },
  );
});

it("the session's cookie has room for a token of 2,800 bytes with all other fields, not for one of 3,500", () => {
  const fits = [2_800, 3_500].map((length) => cookie.fits(longestForm(sessionOf(jwt(length)))));
  expect(fits).toEqual([true, false]);
});

it("the session's cookie recognizes formats of other releases, and asks again when it contains unknown reasons", () => {
  const sealed = (head: number[], chosen: string[]) => {
    const packed = packing.pack({ ...sessionOf("t"), at: "confirm", others: "Too far" });
    const json = JSON.stringify({ at: "confirm", id: "i", until, chosen });
    const end = Buffer.from(packed).indexOf("{");
    return packing.unpack(
      Buffer.concat([Buffer.from(head), packed.subarray(2, end), Buffer.from(json)]),
    );
  };
  expect(sealed([0xff, 2], ["others", "too-far"])).toMatchObject({
    at: "reasons",
    token: "t",
    others: "Too far",
    chosen: ["others"],
  });
  // Earlier formats had no version number.
  for (const head of [[], [0xff, 1], [0xff, 3]]) {
    expect(sealed(head, [])).toEqual({ at: "of-another-release" });
  }
});

it("the session's cookie restores every place unchanged", async () => {
  const places = [
    { at: "expired" },
    ...limitRefusal.shape.cause.options.map((cause) => ({ at: "locked", cause, until })),
    { at: "not-registered" },
    { at: "reactivation", deletedAt: null },
    { at: "code", id: "i", phone: "+919876543210", otpSession: '"\\', codeUntil: until },
    { ...sessionOf("t"), at: "confirm", chosen: [...reasonIds], others: "हिन्दी 🙂", lost: "DEL" },
    { at: "done", reference: "DEL", deletedAt: until, until },
  ];
  for (const session of places.map((place) => sealedSession.parse(place))) {
    const setCookie = await cookie.seal(session, until, true);
    expect(await cookie.unseal(setCookie.split(";")[0] ?? "", true)).toEqual(session);
  }
});
