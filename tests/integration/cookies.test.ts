import { beforeEach, expect, it } from "vitest";
import { allowDeletions, CODE, json, PAGE } from "../support/deletion-site";
import { rawRequest, type RawAnswer } from "../support/raw-request";
import { MESSAGE, SUBMIT, useServer } from "../support/use-server";

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

const message = { audience: "individual", ...MESSAGE };

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

it("HEAD takes no message that waits for a page", async () => {
  const answer = await ask(POPUP, "", message);
  const waiting = `${pairOf(answer, "__Host-toast")}; ${pairOf(answer, "__Host-contact-sent")}`;
  const taken = async (method: string) =>
    setBy(await ask(POPUP, waiting, undefined, OVER_HTTPS, method)).length;
  expect([await taken("HEAD"), await taken("GET")]).toEqual([0, 2]);
});
