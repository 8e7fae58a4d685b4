import { createCookie } from "@remix-run/node";
import { describe, expect, it, vi } from "vitest";
import { createSentCookie } from "server/contact/sent-cookie.server";
import { sharedContext, withRequestContext } from "server/process/request-context.server";
import { createSignedCookie } from "server/session/signed-cookie.server";
import { createToasts } from "server/session/toasts.server";

const [NEW, OLD] = ["a new secret", "an old secret"];

const within = <T>(secureCookies: boolean, run: () => T) =>
  withRequestContext({ ...sharedContext("r"), secureCookies }, run);
const cookiePair = (setCookie: string | null) => (setCookie ?? "").split(";")[0] ?? "";

describe("a signed cookie", () => {
  const cookie = createSignedCookie("toast", [NEW, OLD], 60);
  const write = async (value: unknown, secure = false, by = cookie) =>
    within(secure, () => by.serialize(value));
  const read = async (header: string | null, secure = false) =>
    within(secure, () => cookie.parse(header)) as Promise<unknown>;

  it.each([false, true])("is read as it was written; over https: %s", async (secure) => {
    const setCookie = await write({ a: 1 }, secure);
    expect(setCookie.startsWith("__Host-toast=")).toBe(secure);
    expect(setCookie.startsWith("toast=")).toBe(!secure);
    expect(setCookie.endsWith("; Path=/; HttpOnly; SameSite=Strict; Secure")).toBe(secure);
    expect(await read(cookiePair(setCookie), secure)).toEqual({ a: 1 });
    // A cookie with the other name is ignored: another host could have set the name without the prefix.
    expect(await read(cookiePair(setCookie), !secure)).toBeNull();
    // Remix's own parser reads the same value.
    const byRemix = createCookie(cookie.name, { secrets: [NEW] });
    if (!secure) expect(await byRemix.parse(cookiePair(setCookie))).toEqual({ a: 1 });
  });

  it("is not read when it was changed, signed with another secret, or not sent", async () => {
    const sealed = cookiePair(await write({ a: 1 }));
    const foreign = createSignedCookie("toast", ["a foreign secret"], 60);
    expect(await read(sealed.replace(".", "x."))).toBeNull();
    expect(await read(cookiePair(await write({ a: 1 }, false, foreign)))).toBeNull();
    for (const header of [null, "", "toast=", "other=1"]) expect(await read(header)).toBeNull();
  });

  it("is read with an older secret, and behind unreadable cookies of its name", async () => {
    const old = createSignedCookie("toast", [OLD], 60);
    const [own, sealed] = [await write("x", false, old), await write("y")].map(cookiePair);
    expect(await read(`toast=broken; toast=; ${cookiePair(await write(""))}; ${own}`)).toBe("x");
    expect(await within(false, () => old.parse(sealed ?? null))).toBeNull();
  });

  it("accepts options for a single write", async () => {
    const setCookie = await within(false, () => cookie.serialize("x", { maxAge: 5 }));
    expect(setCookie).toContain("; Max-Age=5; ");
    expect(cookie.isSigned).toBe(true);
    expect(await read(cookiePair(setCookie))).toBe("x");
  });
});

const toasts = createToasts({ sessionSecrets: [NEW] });
const readToast = (cookie: string) =>
  within(true, () => toasts.getToast(new Request("https://x.test", { headers: { cookie } })));

it("a message for the next page is shown once, within a minute, and only if this site has written it", async () => {
  const response = await within(true, () => toasts.redirectWithSuccess("/there", "It is done"));
  const setCookie = response.headers.get("Set-Cookie") ?? "";
  expect(setCookie).toMatch(
    /^__Host-toast=[^;]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
  );
  const { toast, headers } = await readToast(cookiePair(setCookie));
  expect(toast).toMatchObject({ type: "success", message: "It is done" });
  const after = cookiePair(headers.get("Set-Cookie"));
  expect(after).toBe("__Host-toast=");
  expect((await readToast(after)).toast).toBeUndefined();
  const others = createToasts({ sessionSecrets: [OLD] });
  const foreign = await within(true, () => others.redirectWithSuccess("/there", "Foreign"));
  expect((await readToast(cookiePair(foreign.headers.get("Set-Cookie")))).toast).toBeUndefined();
});

/** Cookies that a form leaves for the next page, and whether one of them makes that page private. */
const kinds = (sessionSecrets: string[]) => {
  const [toasts, sent] = [createToasts({ sessionSecrets }), createSentCookie({ sessionSecrets })];
  const toast = async () => (await toasts.redirectWithInfo("/", "Hi")).headers.get("Set-Cookie");
  return {
    toast: { give: toast, isWaiting: (cookies?: string) => toasts.isWaiting(cookies) },
    "contact-sent": {
      give: () => sent.create(),
      isWaiting: (cookies?: string) => sent.isWaiting(cookies),
    },
  };
};

it.each(["toast", "contact-sent"] as const)(
  "a page is private for a minute after a form that set a %s cookie, and not with a forged one",
  async (name) => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
    const { give, isWaiting } = kinds([NEW])[name];
    for (const secure of [false, true]) {
      const waits = (cookies?: string) => within(secure, () => isWaiting(cookies));
      const own = cookiePair(await within(secure, give));
      expect([waits(own), waits(`theme=night; ${own}`)]).toEqual([true, true]);
      const foreign = await within(secure, kinds([OLD])[name].give);
      const ofOtherName = await within(!secure, give);
      const forged = [
        ...[foreign, ofOtherName].map(cookiePair),
        ...[`${name}=x`, `__Host-${name}=x.y`, `${own}x`, undefined],
      ];
      expect(forged.map(waits)).toEqual(forged.map(() => false));
      vi.advanceTimersByTime(60_000);
      expect(waits(own)).toBe(false);
    }
  },
);
