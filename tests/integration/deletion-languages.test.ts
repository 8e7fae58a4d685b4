import { describe, expect, it } from "vitest";
import type { PlainMessageId } from "~/content/catalogue";
import { languages, namedLanguage } from "server/process/languages.server";
import { messagesIn } from "~/features/shell/catalogues.server";
import { CODE, DELETE, json, PAGE, respondWith, SEND, VERIFY } from "../support/deletion-site";
import { useSharedSite } from "./shared-site";

const site = useSharedSite();

/** A visitor who has chosen a language, at the first step. */
async function reader(language: string) {
  const client = site.newVisitor();
  await client.open(`${PAGE}?lang=${language}`);
  const { text } = messagesIn(language);
  return {
    client,
    press: (id: PlainMessageId, fields?: Record<string, string | string[]>) =>
      client.press(text(id), fields),
    send: () => client.press(text("phone.send"), { phone: site.newPhone() }),
  };
}

const ask = (headers: Record<string, string>, path = PAGE) =>
  fetch(site.server.url + path, { headers });
const languageOf = (html: string) => /<html lang="([\w-]+)" dir="(\w+)"/.exec(html)?.slice(1);

it("the page is in the browser's language where none was chosen, and Vary says so to caches", async () => {
  const answers = [
    [{ "Accept-Language": "ur;q=0.4, hi-IN;q=0.9" }, "hi"],
    [{ "Accept-Language": "hi", Cookie: "language=ur" }, "ur"],
    [{ "Accept-Language": "fr" }, "en"],
    [{}, "en"],
  ] as const;
  for (const [headers, language] of answers) {
    const response = await ask(headers);
    expect(response.headers.get("Content-Language")).toBe(language);
    expect(response.headers.get("Vary")).toBe("Accept-Language, Accept-Encoding");
    expect(response.headers.get("Cache-Control")).toBe("private, no-cache");
    expect(response.headers.get("CDN-Cache-Control")).toBeNull();
    expect(response.headers.get("Set-Cookie")).toBeNull();
  }
});

it("concurrent requests are each answered in their own language, chosen by URL, cookie or browser", async () => {
  const pairs = [0, 1, 2].flatMap((way) => languages.map((language) => [way, language] as const));
  await Promise.all(
    pairs.map(async ([way, language]) => {
      const headers: Record<string, string> =
        way === 0 ? { Cookie: `language=${language}` } : { "Accept-Language": language };
      const answer = await ask(headers, way === 1 ? `${PAGE}?lang=${language}` : PAGE);
      expect(answer.headers.get("Content-Language")).toBe(language);
      const html = await answer.text();
      expect(languageOf(html)).toEqual([language, namedLanguage(language).direction]);
      for (const another of languages) {
        const lead = messagesIn(another).text("phone.lead");
        expect(html.includes(lead)).toBe(another === language);
      }
    }),
  );
});

it("a visitor's language does not change the pages that are the same for everybody", async () => {
  const answer = await ask(
    { Cookie: "language=hi", "Accept-Language": "hi" },
    "/privacyandpolicy-app",
  );
  expect(answer.headers.get("Content-Language")).toBeNull();
  expect(await answer.text()).toMatch(/^<!DOCTYPE html><html lang="en" class/);
});

it("the language can be chosen by plain links, and search engines find every language", async () => {
  const html = await (await ask({}, `${PAGE}?lang=hi&step=phone`)).text();
  const [, list = ""] = html.split('id="languages"');
  const links = [...list.matchAll(/<a [^>]*hrefLang="([\w-]+)"[^>]*>([^<]*)</gi)];
  const items = links.map(([link, code, name]) => [code, name, /href="([^"]*)"/.exec(link)?.[1]]);
  expect(items).toEqual(
    languages.map((code) => [code, namedLanguage(code).name, `?lang=${code}&amp;step=phone`]),
  );
  expect(items[1]?.[1]).toBe("हिन्दी");
  expect(links[1]?.[0]).toMatch(/lang="hi" dir="ltr".*aria-current="true"/);
  const headLinks = [
    ...html.matchAll(
      /<link rel="(canonical|alternate)"(?: hrefLang="([\w-]+)")? href="[^"]*?(\/pulsescout[^"]*)"/g,
    ),
  ];
  expect(headLinks.map(([, rel, code, address]) => [rel, code, address])).toEqual([
    ["canonical", undefined, `${PAGE}?lang=hi`],
    ["alternate", "en", PAGE],
    ...languages.slice(1).map((code) => ["alternate", code, `${PAGE}?lang=${code}`]),
    ["alternate", "x-default", PAGE],
  ]);
  const [, entry = ""] = (await (await ask({}, "/sitemap.xml")).text()).split("/delete-user</loc>");
  const entries = entry
    .split("</url>")[0]
    ?.matchAll(/hreflang="([\w-]+)" href="[^"]*?(\/[^"/]*\/[^"/]*)"\/>/g);
  expect([...(entries ?? [])].map(([, code, address]) => ["alternate", code, address])).toEqual(
    headLinks.slice(1).map(([, rel, code, address]) => [rel, code, address]),
  );
});

/** A text in Latin letters is in no catalogue. Unit tests compare catalogues. */
describe("the deletion in Hindi", () => {
  const language = "hi";
  const { text } = messagesIn(language);

  it("contains no English up to the receipt", async () => {
    const { client, press, send } = await reader(language);
    await press("phone.send", { phone: "12" });
    await send();
    await press("code.resend");
    site.upstream.set(VERIFY, respondWith(400, { message: "Wrong code" }));
    const wrong = await press("code.verify", { otp: "000000" });
    expect(wrong.html).toContain('<q lang="en" dir="ltr">Wrong code</q>');
    expect(textsOfPage(wrong.html)).toContain(text("verify.failed"));
    site.healthy();
    await press("code.verify", { otp: CODE });
    await press("reasons.delete");
    await press("reasons.delete", { reason: ["Privacy concerns", "Others"], others: "१" });
    site.upstream.set(DELETE, respondWith(500));
    await press("confirm.delete");
    await press("confirm.cancel");
    await press("reasons.delete", { reason: "Privacy concerns" });
    site.healthy();
    await press("confirm.delete");
    const calendar = await client.send("GET", `${PAGE}/reminder.ics`);
    await client.open(PAGE);
    await press("dialog.another-number");
    const pages = client.visits.filter(({ html }) => html.startsWith("<!DOCTYPE"));
    expect(pages.length).toBeGreaterThan(11);
    expect(pages.flatMap(({ html }) => englishIn(html))).toEqual([]);
    const deletion = site.upstream.calls.findLast((call) => call.path === DELETE);
    expect(deletion?.body).toBe('{"reason":"Privacy concerns"}');

    const unfolded = calendar.html.replaceAll("\r\n ", "");
    expect(unfolded).toContain(`SUMMARY:${text("calendar.title")}\r\n`);
    expect(unfolded).toMatch(/Account deletion\/\/[A-Z-]+\r\n/);
  });

  it("contains no English when it ends without a receipt", async () => {
    const { client, press, send } = await reader(language);
    const deleted_at = new Date(Date.now() - 86_400_000).toISOString();
    site.upstream.set(SEND, json({ warning: { action: "reactivation_available", deleted_at } }));
    await press("phone.send", { phone: site.newPhone() });
    await press("dialog.another-number");
    site.healthy();
    await send();
    site.upstream.set(VERIFY, json({ action: "signup_required", message: "x" }));
    await press("code.verify", { otp: CODE });
    await press("dialog.another-number");
    const fields = { intent: "verify", otp: CODE };
    client.cookies.delete("pulse-deletion");
    const asPage = { "Upgrade-Insecure-Requests": "1" };
    await client.send("POST", `${PAGE}?lang=${language}`, new URLSearchParams(fields), asPage);
    await client.open(`${PAGE}?lang=${language}&step=phone`);
    expect(client.page.html).toContain(text("problem.ended"));
    site.upstream.set(SEND, respondWith(500));
    await press("phone.send", { phone: site.newPhone() });
    expect(client.visits.flatMap(({ html }) => englishIn(html))).toEqual([]);
  });
});

it("refused requests are answered in the visitor's language", async () => {
  const headers = { Cookie: "language=hi" };
  const { text } = messagesIn("hi");
  const post = (more: Record<string, string>, body = "") =>
    fetch(site.server.url + PAGE, { method: "POST", headers: { ...headers, ...more }, body });
  const answers = [
    [403, "refusal.foreign", await post({ Origin: "https://elsewhere.test" })],
    [413, "refusal.too-large", await post({ "Content-Type": "text/plain" }, "x".repeat(65_537))],
    [414, "refusal.too-long", await ask(headers, `${PAGE}?${"x".repeat(8_200)}`)],
    [405, "refusal.method", await fetch(site.server.url + PAGE, { method: "OPTIONS", headers })],
  ] as const;
  for (const [status, id, answer] of answers) {
    expect([answer.status, answer.headers.get("Content-Language")]).toEqual([status, "hi"]);
    const html = await answer.text();
    expect(html).toContain(`<h1>${text(id)}</h1>`);
    expect(englishIn(html)).toEqual([]);
  }
  const gone = await ask(headers, `${PAGE}/reminder.ics`);
  expect([gone.status, await gone.text()]).toEqual([404, text("calendar.gone")]);
});

/** Text that is the same in every language: names, reference numbers, e-mail addresses, URLs, request ids. */
const NAMES =
  /\b(?:PulseScout|Pulse|WhatsApp|OTP)\b|\bDEL-\w{4}-\w{4}\b|[\w.]+@[\w.]+|https?:[^\s"]+|\b[0-9a-f]{16}\b/g;

const READABLE = /\b(?:aria-label|title|alt|placeholder)="([^"]*)"/g;
const META =
  /<meta (?:name="description"|property="og:(?:title|description|image:alt)") content="([^"]*)"/g;

/** All visible text of a document, without elements whose `lang` names another language. */
function textsOfPage(html: string): string[] {
  const visibleHtml = html
    .replace(/<(script|style)\b.*?<\/\1>/gs, "")
    .replace(/<(?!html\b)(\w+)(?=[^>]*\slang="(?!_)[^"]*")[^>]*>.*?<\/\1>/gs, "");
  const nodes = visibleHtml.replace(/<!--.*?-->/gs, "").split(/<[^>]*>/);
  const attributes = [...visibleHtml.matchAll(READABLE), ...visibleHtml.matchAll(META)].map(
    ([, text = ""]) => text,
  );
  return [...nodes, ...attributes].map((text) => text.trim()).filter((text) => text !== "");
}

/** The texts of a page that contain Latin letters outside of NAMES. */
function englishIn(html: string): string[] {
  return textsOfPage(html).filter((text) =>
    /[a-z]/i.test(text.replace(/&#?\w+;/g, " ").replace(NAMES, "")),
  );
}
