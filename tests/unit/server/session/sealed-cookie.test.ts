import fc from "fast-check";
import { beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { createSealedCookie } from "server/session/sealed-cookie.server";

const OLD = "an old secret that is long enough to be used";
const NEW = "a new secret that is long enough to be used";
const schema = z.object({ token: z.string() });
const options = { name: "pulse-deletion" as const, purpose: "test", schema };
const cookie = createSealedCookie({ ...options, secrets: [NEW, OLD] });

const secret = { token: "eyJ-a-bearer-token" };
const inMinutes = (minutes: number) => Date.now() + minutes * 60_000;

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) }));

/** The pair of name and value that a browser would send. */
async function sealedBy(other: { secrets?: string[]; purpose?: string } = {}) {
  const sealing = createSealedCookie({ ...options, secrets: [NEW], ...other });
  return (await sealing.seal(secret, inMinutes(15), false))?.split(";")[0] ?? "";
}

it("opens to what was sealed, and does not contain it in readable form", async () => {
  const sealed = await sealedBy();
  expect(await cookie.unseal(`a=b; not-${sealed}; ${sealed}; c=d`, false)).toEqual(secret);
  const parts = sealed.split(/[=.]/);
  const readable = parts.map((part) => Buffer.from(part, "base64url").toString("latin1")).join();
  expect(readable + sealed).not.toContain("bearer");
});

it("is HttpOnly and Lax, and needs Secure and the __Host- prefix over https", async () => {
  expect(await cookie.seal(secret, inMinutes(15), false)).toMatch(
    /^pulse-deletion=[\w.-]+; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  expect(await cookie.seal(secret, inMinutes(15), true)).toMatch(
    /^__Host-pulse-deletion=[\w.-]+; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
  expect(await cookie.unseal(await sealedBy(), true)).toBeNull();
});

it("is sealed with the first secret and opens with any, but not for another secret or purpose", async () => {
  expect(await cookie.unseal(await sealedBy({ secrets: [OLD] }), false)).toEqual(secret);
  const foreign = { secrets: ["a foreign secret that is long enough"] };
  expect(await cookie.unseal(await sealedBy(foreign), false)).toBeNull();
  expect(await cookie.unseal(await sealedBy({ purpose: "other" }), false)).toBeNull();
  const onlyOld = createSealedCookie({ ...options, secrets: [OLD] });
  expect(await onlyOld.unseal(await sealedBy({ secrets: [NEW, OLD] }), false)).toBeNull();
});

it("does not open when its seal has expired or any of its characters is removed", async () => {
  const sealed = await sealedBy();
  const first = "pulse-deletion=".length;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: first, max: sealed.length - 1 }), async (at) => {
      const shorter = sealed.slice(0, at) + sealed.slice(at + 1);
      expect(await cookie.unseal(shorter, false)).toBeNull();
    }),
  );
  vi.setSystemTime(inMinutes(16));
  expect(await cookie.unseal(sealed, false)).toBeNull();
});

it("opens none of a header's worth of other values, and does not throw", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), async (text) => {
      expect(await cookie.unseal(`pulse-deletion=${text}`, false)).toBeNull();
    }),
  );
});
