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

it("room in the session's cookie is judged to the byte over https, and whatever fits at first still fits at its longest", async () => {
  const token = fc.integer({ min: 400, max: 4_500 }).map(jwt);
  await fc.assert(
    fc.asyncProperty(token, text, async (token, others) => {
      const longest = longestForm(verified(token));
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

it("room in the session's cookie is there for a token of 2,800 bytes with everything else, not for one of 3,500", () => {
  const fits = [2_800, 3_500].map((length) => cookie.fits(longestForm(verified(jwt(length)))));
  expect(fits).toEqual([true, false]);
});

it("the session's cookie says of what is sealed in another format that another release has, and asks anew for reasons it cannot name", () => {
  const sealed = (head: number[], chosen: string[]) => {
    const packed = packing.pack({ ...verified("t"), at: "confirm", others: "Too far" });
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
  // Formats before had no version.
  for (const head of [[], [0xff, 1], [0xff, 3]]) {
    expect(sealed(head, [])).toEqual({ at: "of-another-release" });
  }
});

it("the session's cookie keeps every place as it is", async () => {
  const places = [
    { at: "expired" },
    ...limitRefusal.shape.cause.options.map((cause) => ({ at: "locked", cause, until })),
    { at: "not-registered" },
    { at: "reactivation", deletedAt: null },
    { at: "code", id: "i", phone: "+919876543210", otpSession: '"\\', codeUntil: until },
    { ...verified("t"), at: "confirm", chosen: [...reasonIds], others: "हिन्दी 🙂", lost: "DEL" },
    { at: "done", reference: "DEL", deletedAt: until, until },
  ];
  for (const session of places.map((place) => sealedSession.parse(place))) {
    const setCookie = await cookie.seal(session, until, true);
    expect(await cookie.unseal(setCookie.split(";")[0] ?? "", true)).toEqual(session);
  }
});
