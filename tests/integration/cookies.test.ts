import { beforeEach, describe, expect, it } from "vitest";
import { allowDeletions, CODE, json, PAGE } from "../support/deletion-site";
import { rawRequest, type RawAnswer } from "../support/raw-request";
import { SUBMIT, useServer } from "../support/use-server";

const HOST = "www.pulse.test";
const THEME = "/pulsescout/dashboard/theme";
const POPUP = "/contactus?audience=individual";

let lastPhone = 9_810_000_000;

const { upstream, server } = await useServer({ TRUST_PROXY: "1", SITE_URL: `https://${HOST}` });
beforeEach(() => {
  upstream.reset();
  lastPhone += 1;
  allowDeletions(upstream);
  upstream.set(SUBMIT, json({ success: true, message: "Email sent" }));
});

const OVER_HTTPS = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": HOST };

/** One visitor's bytes: the `Cookie` header goes over the wire as it is given, in Latin-1. */
function ask(
  path: string,
  cookie: string,
  fields?: Record<string, string>,
  way: Record<string, string> = OVER_HTTPS,
  method = "GET",
) {
  return rawRequest(server.url, path, {
    method: fields ? "POST" : method,
    headers: {
      ...way,
      ...(cookie && { Cookie: cookie }),
      ...(fields && { "Content-Type": "application/x-www-form-urlencoded" }),
    },
    body: fields && new URLSearchParams(fields).toString(),
  });
}

const setBy = ({ headers }: RawAnswer) => headers["set-cookie"] ?? [];

/** `name=value` of what an answer sets. */
function pairOf(answer: RawAnswer, name: string): string {
  const set = setBy(answer).find((cookie) => cookie.startsWith(`${name}=`));
  if (set === undefined) throw new Error(`no cookie ${name}`);
  return set.split(";")[0] ?? "";
}

const SESSION = "__Host-pulse-deletion";

/** The cookie of somebody who has been sent a code. */
async function atCode(): Promise<string> {
  return pairOf(await ask(PAGE, "", { intent: "send", phone: String(lastPhone) }), SESSION);
}

const message = {
  audience: "individual",
  first_name: "Meera",
  last_name: "Iyer",
  email: "meera@example.com",
  message: "hello",
};

/** What every way of posting sets. */
async function everyCookie(way: Record<string, string>): Promise<string[]> {
  const post = async (cookie: string, fields: Record<string, string>) => {
    const { body } = await ask(PAGE, cookie, undefined, way);
    const [, session] = /name="session" value="([^"]+)"/.exec(body) ?? [];
    return ask(PAGE, cookie, { ...fields, ...(session && { session }) }, way);
  };
  const sent = await post("", { intent: "send", phone: String(lastPhone) });
  const verified = await post(pairOf(sent, SESSION), { intent: "verify", otp: CODE });
  const chosen = { intent: "reasons", reason: "Privacy concerns" };
  const confirmed = await post(pairOf(verified, SESSION), chosen);
  const deleted = await post(pairOf(confirmed, SESSION), { intent: "delete" });
  const done = await ask(PAGE, pairOf(deleted, SESSION), undefined, way);
  const others = [
    await ask(THEME, "", { theme: "night" }, way),
    await ask(POPUP, "", message, way),
  ];
  return [sent, verified, confirmed, deleted, done, ...others].flatMap(setBy);
}

it.each([
  ["over https", OVER_HTTPS],
  ["asked for by another name", { Host: "other.test" }],
])("every cookie of an https site is Secure with the __Host- prefix: %s", async (_, way) => {
  const cookies = await everyCookie(way);
  const names = new Set(cookies.map((cookie) => cookie.split("=")[0]));
  expect([...names].sort()).toEqual(
    ["contact-sent", "loader", "pulse-deletion", "theme", "toast"].map((name) => `__Host-${name}`),
  );
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; Path=\/(;|$)/);
    expect(cookie).toMatch(/; Secure(;|$)/);
    expect(cookie).not.toMatch(/domain=/i);
  }
});

describe("a cookie that another host of the domain has set", () => {
  it("is not taken for a session, and does not hide the visitor's own", async () => {
    const own = await atCode();
    expect((await ask(PAGE, ` \t${own}\t `)).body).toContain("Verify OTP");
    for (const cookie of [`\xa0${own}`, `theme=day; \xc2\xa0${own}`, `\x85${own}`]) {
      expect((await ask(PAGE, cookie)).body).toContain("Send OTP");
    }
    for (const tossed of [`\xa0${SESSION}=dead`, `${SESSION}=dead`, SESSION]) {
      for (const cookie of [`${tossed}; ${own}`, `${own}; ${tossed}`]) {
        expect((await ask(PAGE, cookie)).body).toContain("Verify OTP");
      }
    }
  });

  it("neither shows nor hides the confirmation of a message", async () => {
    const answer = await ask(POPUP, "", message);
    const [toast, sent] = [pairOf(answer, "__Host-toast"), pairOf(answer, "__Host-contact-sent")];
    const texts = ["Form submitted successfully!", "Form Submitted Successfully"];
    const shown = async (cookie: string) => {
      const { body } = await ask(POPUP, cookie);
      return texts.map((text) => body.includes(text));
    };
    const dead = "__Host-toast=dead; __Host-contact-sent=dead.dead; __Host-toast=";
    expect(await shown(`${dead}; ${toast}; ${sent}`)).toEqual([true, true]);
    expect(await shown(`\xa0${toast}; \xa0${sent}`)).toEqual([false, false]);
    const plain = (pair: string) => pair.replace("__Host-", "");
    expect(await shown(`${plain(toast)}; ${plain(sent)}`)).toEqual([false, false]);
    // The page comes from the cache that all share: it names no nonce.
    const cached = await ask("/blogs", `${plain(toast)}; ${plain(sent)}`);
    expect(cached.headers["content-security-policy"]).not.toContain("nonce");
  });
});

it("HEAD takes no message that waits for a page", async () => {
  const answer = await ask(POPUP, "", message);
  const waiting = `${pairOf(answer, "__Host-toast")}; ${pairOf(answer, "__Host-contact-sent")}`;
  const taken = async (method: string) =>
    setBy(await ask(POPUP, waiting, undefined, OVER_HTTPS, method)).length;
  expect([await taken("HEAD"), await taken("GET")]).toEqual([0, 2]);
});
