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
const pairOf = (setCookie: string) => setCookie.split(";")[0] ?? "";

const sealing = { ...options, secrets: [NEW] };

describe("the sealed cookie", () => {
  beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) }));

  const sealedBy = async (other: Partial<typeof sealing> = {}) =>
    pairOf(await createSealedCookie({ ...sealing, ...other }).seal(secret, inMinutes(15), false));

  it("opens to what was sealed, and does not contain it in readable form", async () => {
    const sealed = await sealedBy();
    expect(await cookie.unseal(`a=b; not-${sealed}; ${sealed}; c=d`, false)).toEqual(secret);
    const parts = sealed.split(/[=.]/);
    const readable = parts.map((part) => Buffer.from(part, "base64url").toString("latin1")).join();
    expect(readable + sealed).not.toContain("bearer");
  });

  it("is SameSite=Strict and HttpOnly, and needs the __Host- prefix over https, where a subdomain could set others", async () => {
    const plain = await cookie.seal(secret, inMinutes(15), false);
    expect(plain).toMatch(
      /^pulse-deletion=[\w.-]+; Max-Age=900; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(await cookie.seal(secret, inMinutes(15), true)).toMatch(
      /^__Host-pulse-deletion=[\w.-]+; Max-Age=900; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(cookie.clear(true)).toMatch(/^__Host-pulse-deletion=; Max-Age=0; Path=\/; .*Secure$/);
    expect(await cookie.unseal(pairOf(plain), true)).toBeNull();
  });

  it("is sealed with the first secret and opens with any, but not with another secret or purpose", async () => {
    const old = await sealedBy({ secrets: [OLD] });
    expect(await cookie.unseal(old, false)).toEqual(secret);
    for (const overrides of [
      { secrets: ["a foreign secret that is long enough"] },
      { purpose: "other", secrets: [NEW] },
    ]) {
      expect(await cookie.unseal(await sealedBy(overrides), false)).toBeNull();
    }
    const onlyOld = createSealedCookie({ ...options, secrets: [OLD] });
    expect(await onlyOld.unseal(await sealedBy({ secrets: [NEW, OLD] }), false)).toBeNull();
  });

  it("does not open when any of its characters is changed or removed", async () => {
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

  it("does not open and does not throw for any other header", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        expect(await cookie.unseal(`pulse-deletion=${text}`, false)).toBeNull();
        expect(await cookie.unseal(text, false)).toBeNull();
      }),
    );
    expect(await cookie.unseal(null, false)).toBeNull();
  });

  it("opens behind any number of cookies in another format, and behind seven sealed ones", async () => {
    const own = await sealedBy();
    const junk = Array.from({ length: 300 }, (_, index) => `pulse-deletion=eyJ..${index}`).join(
      "; ",
    );
    const foreign = await sealedBy({ secrets: ["a foreign secret that is long enough"] });
    const behind = (seals: number) => [junk, ...Array<string>(seals).fill(foreign), own].join("; ");
    expect(await cookie.unseal(behind(7), false)).toEqual(secret);
    expect(await cookie.unseal(behind(8), false)).toBeNull();
  });

  it("does not open when its content no longer has the expected shape or packing", async () => {
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

  it("opens until its expiry, to the millisecond, and not afterwards", async () => {
    const sealed = await sealedBy();
    vi.advanceTimersByTime(15 * 60_000 - 1);
    expect(await cookie.unseal(sealed, false)).toEqual(secret);
    vi.advanceTimersByTime(1);
    expect(await cookie.unseal(sealed, false)).toBeNull();
    const late = await cookie.seal(secret, inMinutes(-1), false);
    expect(late).toContain("; Max-Age=0; ");
    expect(await cookie.unseal(pairOf(late), false)).toBeNull();
  });

  it("does not open when it was sealed with another algorithm, also with the right key", async () => {
    const [key = new Uint8Array()] = deriveKeys([NEW], "test");
    const end = Buffer.alloc(4);
    end.writeUInt32BE(Math.floor(inMinutes(15) / 1000));
    const bytes = Buffer.concat([end, Buffer.from(JSON.stringify(secret))]);
    const sealed = (enc: string) =>
      new CompactEncrypt(bytes).setProtectedHeader({ alg: "dir", enc }).encrypt(key);
    const unsealed = async (enc: string) =>
      cookie.unseal(`pulse-deletion=${await sealed(enc)}`, false);
    expect(await unsealed("A256GCM")).toEqual(secret);
    expect(await unsealed("A128CBC-HS256")).toBeNull();
  });

  it("needs a secret", () => {
    expect(() => createSealedCookie({ ...options, secrets: [] })).toThrow(
      "A sealed cookie needs a secret",
    );
  });

  it("may have 4,096 bytes over https, and is refused with one byte more", async () => {
    const value = { token: "x".repeat(2_900) };
    const lengthOf = (setCookie: string) => pairOf(setCookie).length - "=".length;
    const withName = (length: number) =>
      // Only the length of the name matters here.
      createSealedCookie({ ...sealing, name: "n".repeat(length) as "toast" });
    const room = 4_096 - lengthOf(await withName(0).seal(value, inMinutes(15), true));
    const fitting = withName(room);
    expect(lengthOf(await fitting.seal(value, inMinutes(15), true))).toBe(4_096);
    expect(fitting.fits(value)).toBe(true);
    const tooLong = withName(room + 1);
    const rejection = tooLong.seal(value, inMinutes(15), true);
    await expect(rejection).rejects.toBeInstanceOf(CookieTooLongError);
    await expect(rejection).rejects.toMatchObject({
      name: "CookieTooLongError",
      length: 4_097,
      message: "The session takes 4097 bytes, more than a cookie may hold",
    });
    expect(tooLong.fits(value)).toBe(false);
    // Over http the name has no prefix, so that the cookie fits.
    expect(lengthOf(await tooLong.seal(value, inMinutes(15), false))).toBeLessThan(4_096);
  });
});

it("derived keys are the same in every release, because a deployment must not end sessions", () => {
  const [key = new Uint8Array()] = deriveKeys(["a".repeat(32)], "deletion");
  expect(Buffer.from(key).toString("hex")).toBe(
    "0376f8b7a7d98a2f90d5fb16b085202b98652a2aafb6754426b53eb996c2dade",
  );
});

/** The decoded bytes. The last character of base64url can change without changing a byte. */
const sameBytes = (sealed: string) =>
  sealed
    .slice("pulse-deletion=".length)
    .split(".")
    .map((part) => Buffer.from(part, "base64url").toString("hex"))
    .join(".");
