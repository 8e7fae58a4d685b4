import fc from "fast-check";
import { CompactEncrypt } from "jose";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import {
  CookieTooLongError,
  createSealedCookie,
  deriveKeys,
} from "server/session/sealed-cookie.server";

const OLD = "an old secret that is long enough to be used";
const NEW = "a new secret that is long enough to be used";
const schema = z.object({ token: z.string() });
const options = { name: "pulse-deletion" as const, purpose: "test", schema };
const cookie = createSealedCookie({ ...options, secrets: [NEW, OLD] });

const secret = { token: "eyJ-a-bearer-token" };
const inMinutes = (minutes: number) => Date.now() + minutes * 60_000;
const sentBack = (setCookie: string) => setCookie.split(";")[0] ?? "";

const sealing = { ...options, secrets: [NEW] };

describe("the sealed cookie", () => {
  beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) }));

  const sealedBy = async (over: Partial<typeof sealing> = {}) =>
    sentBack(await createSealedCookie({ ...sealing, ...over }).seal(secret, inMinutes(15), false));

  it("opens to what was sealed, and nothing of it can be read", async () => {
    const sealed = await sealedBy();
    expect(await cookie.unseal(`a=b; not-${sealed}; ${sealed}; c=d`, false)).toEqual(secret);
    const parts = sealed.split(/[=.]/);
    const readable = parts.map((part) => Buffer.from(part, "base64url").toString("latin1")).join();
    expect(readable + sealed).not.toContain("bearer");
  });

  it("is for this site and no script, and on https nothing without the prefix, which a subdomain could set", async () => {
    const plain = await cookie.seal(secret, inMinutes(15), false);
    expect(plain).toMatch(
      /^pulse-deletion=[\w.-]+; Max-Age=900; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(await cookie.seal(secret, inMinutes(15), true)).toMatch(
      /^__Host-pulse-deletion=[\w.-]+; Max-Age=900; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(cookie.clear(true)).toMatch(/^__Host-pulse-deletion=; Max-Age=0; Path=\/; .*Secure$/);
    expect(await cookie.unseal(sentBack(plain), true)).toBeNull();
  });

  it("is sealed with the first secret and opened with any, but with none of a foreign one or purpose", async () => {
    const old = await sealedBy({ secrets: [OLD] });
    expect(await cookie.unseal(old, false)).toEqual(secret);
    for (const over of [
      { secrets: ["a foreign secret that is long enough"] },
      { purpose: "other", secrets: [NEW] },
    ]) {
      expect(await cookie.unseal(await sealedBy(over), false)).toBeNull();
    }
    const onlyOld = createSealedCookie({ ...options, secrets: [OLD] });
    expect(await onlyOld.unseal(await sealedBy({ secrets: [NEW, OLD] }), false)).toBeNull();
  });

  it("does not open when any character of it is changed, cut off or added", async () => {
    const sealed = await sealedBy();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: "pulse-deletion=".length, max: sealed.length - 1 }),
        fc.constantFrom("A", "z", "0", "_", ".", ""),
        async (at, character) => {
          const tampered = sealed.slice(0, at) + character + sealed.slice(at + 1);
          fc.pre(sameBytes(tampered) !== sameBytes(sealed));
          expect(await cookie.unseal(tampered, false)).toBeNull();
        },
      ),
    );
  });

  it("does not open, and does not fail, for any other header", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        expect(await cookie.unseal(`pulse-deletion=${text}`, false)).toBeNull();
        expect(await cookie.unseal(text, false)).toBeNull();
      }),
    );
    expect(await cookie.unseal(null, false)).toBeNull();
  });

  it("opens behind any number of cookies that are no seals, and behind seven that are", async () => {
    const own = await sealedBy();
    const junk = Array.from({ length: 300 }, (_, index) => `pulse-deletion=eyJ..${index}`).join(
      "; ",
    );
    const foreign = await sealedBy({ secrets: ["a foreign secret that is long enough"] });
    const behind = (seals: number) => [junk, ...Array<string>(seals).fill(foreign), own].join("; ");
    expect(await cookie.unseal(behind(7), false)).toEqual(secret);
    expect(await cookie.unseal(behind(8), false)).toBeNull();
  });

  it("does not open when its content is not what is expected any more", async () => {
    const schema = z.object({ token: z.number() });
    expect(await createSealedCookie({ ...sealing, schema }).unseal(await sealedBy(), false)).toBe(
      null,
    );
    const unpack = () => {
      throw new Error("an older version packed it");
    };
    const broken = createSealedCookie({
      ...sealing,
      packing: { pack: () => Buffer.alloc(0), unpack },
    });
    expect(await broken.unseal(await sealedBy(), false)).toBeNull();
  });

  it("opens until its end, to the millisecond, and never when that has passed", async () => {
    const kept = await sealedBy();
    vi.advanceTimersByTime(15 * 60_000 - 1);
    expect(await cookie.unseal(kept, false)).toEqual(secret);
    vi.advanceTimersByTime(1);
    expect(await cookie.unseal(kept, false)).toBeNull();
    const late = await cookie.seal(secret, inMinutes(-1), false);
    expect(late).toContain("; Max-Age=0; ");
    expect(await cookie.unseal(sentBack(late), false)).toBeNull();
  });

  it("does not open when it was sealed in another way, also with the right key", async () => {
    const [key = new Uint8Array()] = deriveKeys([NEW], "test");
    const end = Buffer.alloc(4);
    end.writeUInt32BE(Math.floor(inMinutes(15) / 1000));
    const bytes = Buffer.concat([end, Buffer.from(JSON.stringify(secret))]);
    const sealed = (enc: string) =>
      new CompactEncrypt(bytes).setProtectedHeader({ alg: "dir", enc }).encrypt(key);
    const opened = async (enc: string) =>
      cookie.unseal(`pulse-deletion=${await sealed(enc)}`, false);
    expect(await opened("A256GCM")).toEqual(secret);
    expect(await opened("A128CBC-HS256")).toBeNull();
  });

  it("needs a secret", () => {
    expect(() => createSealedCookie({ ...options, secrets: [] })).toThrow(
      "A sealed cookie needs a secret",
    );
  });

  it("may fill a cookie to the last of its 4,096 bytes over https, and is refused with one more", async () => {
    const value = { token: "x".repeat(2_900) };
    const lengthOf = (setCookie: string) => sentBack(setCookie).length - "=".length;
    const named = (length: number) =>
      // Of a name nothing but its length counts here.
      createSealedCookie({ ...sealing, name: "n".repeat(length) as "toast" });
    const room = 4_096 - lengthOf(await named(0).seal(value, inMinutes(15), true));
    const fitting = named(room);
    expect(lengthOf(await fitting.seal(value, inMinutes(15), true))).toBe(4_096);
    expect(fitting.fits(value)).toBe(true);
    const tooLong = named(room + 1);
    const refused = tooLong.seal(value, inMinutes(15), true);
    await expect(refused).rejects.toBeInstanceOf(CookieTooLongError);
    await expect(refused).rejects.toMatchObject({
      name: "CookieTooLongError",
      length: 4_097,
      message: "The session takes 4097 bytes, more than a cookie may hold",
    });
    expect(tooLong.fits(value)).toBe(false);
    // Over http its name has no prefix, and there is room for it.
    expect(lengthOf(await tooLong.seal(value, inMinutes(15), false))).toBeLessThan(4_096);
  });
});

it("keys stay the same from release to release, or every session would end with a deployment", () => {
  const [key = new Uint8Array()] = deriveKeys(["a".repeat(32)], "deletion");
  expect(Buffer.from(key).toString("hex")).toBe(
    "0376f8b7a7d98a2f90d5fb16b085202b98652a2aafb6754426b53eb996c2dade",
  );
});

/** The last character of base64url may differ without a byte differing. */
const sameBytes = (sealed: string) =>
  sealed
    .slice("pulse-deletion=".length)
    .split(".")
    .map((part) => Buffer.from(part, "base64url").toString("hex"))
    .join(".");
