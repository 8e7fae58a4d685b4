import { describe, expect, it } from "vitest";
import type { PlainMessageId } from "~/content/catalogue";
import { languages, MADE_UP_LANGUAGE, namedLanguage } from "server/languages.server";
import { loadAllCatalogues } from "~/features/shell/catalogues";
import { messagesIn } from "~/features/shell/messages";
import { pageLoad, submit } from "./browser-form";
import { criticalResources, weight } from "./critical-resources";
import {
  CODE,
  DELETE,
  json,
  PAGE,
  says,
  SEND,
  useDeletionSite,
  VERIFY,
} from "../support/deletion-site";
import { FormClient } from "../support/form-client";
import { englishIn, textsOfPage } from "./texts-of-page";

await loadAllCatalogues();

const LANGUAGES = [...languages, MADE_UP_LANGUAGE];
const site = useDeletionSite({ LANGUAGES: LANGUAGES.join(",") });

/** Somebody who reads a language, at the first step. */
async function reader(language: string) {
  const client = new FormClient(site.server.url);
  await client.open(`${PAGE}?lang=${language}`);
  const { text } = messagesIn(language);
  return {
    client,
    press: (id: PlainMessageId, fields?: Record<string, string | string[]>) =>
      client.press(text(id), fields),
    send: () => {
      const phone = site.newPhone();
      site.expectCode();
      return client.press(text("phone.send"), { phone });
    },
  };
}

const ask = (headers: Record<string, string>, path = PAGE) =>
  fetch(site.server.url + path, { headers });
const languageOf = (html: string) => /<html lang="([\w-]+)" dir="(\w+)"/.exec(html)?.slice(1);

describe("the language of the page", () => {
  it("is asked for by its address, remembered, and kept through the journey", async () => {
    const { client, send, press } = await reader("ur");
    expect(languageOf(client.page.html)).toEqual(["ur", "rtl"]);
    expect(client.cookies.get("language")).toBe("ur");
    expect(languageOf((await client.open(PAGE)).html)).toEqual(["ur", "rtl"]);
    expect(languageOf((await send()).html)).toEqual(["ur", "rtl"]);
    expect(languageOf((await press("code.verify", { otp: "12" })).html)).toEqual(["ur", "rtl"]);
    const hindi = await client.open(`${PAGE}?lang=hi`);
    expect(languageOf(hindi.html)).toEqual(["hi", "ltr"]);
    expect(hindi.html).toContain(messagesIn("hi").text("code.verify"));
  });

  it("is the browser's where nobody has asked for one, and depends on both in every cache", async () => {
    const answers = [
      [{ "Accept-Language": "ur;q=0.4, hi-IN;q=0.9" }, "hi"],
      [{ "Accept-Language": "hi", Cookie: "language=ur" }, "ur"],
      [{ "Accept-Language": "fr" }, "en"],
      [{}, "en"],
    ] as const;
    for (const [headers, language] of answers) {
      const { headers: got } = await ask(headers);
      expect(got.get("Content-Language")).toBe(language);
      expect(got.get("Vary")).toBe("Accept-Language, Accept-Encoding");
      expect(got.get("Cache-Control")).toBe("private, no-cache");
      expect(got.get("CDN-Cache-Control")).toBeNull();
      expect(got.get("Set-Cookie")).toBeNull();
    }
  });

  it.each(LANGUAGES)(
    "is '%s' for who asks for it in any way, and for nobody else",
    async (language) => {
      const { direction } = namedLanguage(language);
      const others = LANGUAGES.filter((other) => other !== language);
      for (const other of others.slice(-2)) {
        const asked = [
          await ask(
            { Cookie: `language=${other}`, "Accept-Language": other },
            `${PAGE}?lang=${language}`,
          ),
          await ask({ Cookie: `language=${language}`, "Accept-Language": other }),
          await ask({ "Accept-Language": `${language}, ${other};q=0.5` }),
        ];
        expect(asked.map(({ headers }) => headers.get("Set-Cookie")?.split(";")[0])).toEqual([
          `language=${language}`,
          undefined,
          undefined,
        ]);
        for (const answer of asked) {
          expect(answer.headers.get("Content-Language")).toBe(language);
          expect(answer.headers.get("Vary")).toBe("Accept-Language, Accept-Encoding");
          expect(answer.headers.get("Cache-Control")).toBe("private, no-cache");
          const html = await answer.text();
          expect(languageOf(html)).toEqual([language, direction]);
          expect(html).toContain(messagesIn(language).text("phone.lead"));
          for (const another of others) {
            expect(html).not.toContain(messagesIn(another).text("phone.lead"));
          }
        }
      }
    },
  );

  it("is never another one's, however many ask at once", async () => {
    const asked = Array.from(
      { length: 3 * LANGUAGES.length },
      (_, index) => LANGUAGES[index % LANGUAGES.length] ?? "",
    );
    await Promise.all(
      asked.map(async (language, index) => {
        const headers: Record<string, string> =
          index % 3 === 0 ? { Cookie: `language=${language}` } : { "Accept-Language": language };
        const path = index % 3 === 1 ? `${PAGE}?lang=${language}` : PAGE;
        const html = await (await ask(headers, path)).text();
        expect(languageOf(html)?.[0]).toBe(language);
        expect(html).toContain(messagesIn(language).text("phone.heading"));
      }),
    );
  });

  it("leaves the pages that everybody shares as they are", async () => {
    const answer = await ask(
      { Cookie: "language=hi", "Accept-Language": "hi" },
      "/privacyandpolicy-app",
    );
    expect(answer.headers.get("Content-Language")).toBeNull();
    expect(await answer.text()).toMatch(/^<!DOCTYPE html><html lang="en" class/);
  });

  it("is offered in plain links, and to search engines", async () => {
    const html = await (await ask({}, `${PAGE}?lang=hi&step=phone`)).text();
    const [, list = ""] = html.split('id="languages"');
    const links = [...list.matchAll(/<a [^>]*hrefLang="([\w-]+)"[^>]*>([^<]*)</gi)];
    const named = links.map(([link, code, name]) => [code, name, /href="([^"]*)"/.exec(link)?.[1]]);
    expect(named).toEqual(
      LANGUAGES.map((code) => [
        code,
        namedLanguage(code).name,
        `${PAGE}?lang=${code}&amp;step=phone`,
      ]),
    );
    expect(named[1]?.[1]).toBe("हिन्दी");
    expect(links[1]?.[0]).toMatch(/lang="hi" dir="ltr".*aria-current="true"/);
    const heads = [
      ...html.matchAll(
        /<link rel="(canonical|alternate)"(?: hrefLang="([\w-]+)")? href="[^"]*?(\/pulsescout[^"]*)"/g,
      ),
    ];
    expect(heads.map(([, rel, code, address]) => [rel, code, address])).toEqual([
      ["canonical", undefined, `${PAGE}?lang=hi`],
      ["alternate", "en", PAGE],
      ...LANGUAGES.slice(1).map((code) => ["alternate", code, `${PAGE}?lang=${code}`]),
      ["alternate", "x-default", PAGE],
    ]);
    const [, entry = ""] = (await (await ask({}, "/sitemap.xml")).text()).split(
      "/delete-user</loc>",
    );
    const listed = entry
      .split("</url>")[0]
      ?.matchAll(/hreflang="([\w-]+)" href="[^"]*?(\/[^"/]*\/[^"/]*)"\/>/g);
    expect([...(listed ?? [])].map(([, code, address]) => ["alternate", code, address])).toEqual(
      heads.slice(1).map(([, rel, code, address]) => [rel, code, address]),
    );
  });
});

describe.each(LANGUAGES.slice(1))("the journey in '%s'", (language) => {
  it("leads to a receipt without a word of English", async () => {
    const { text } = messagesIn(language);
    const { client, press, send } = await reader(language);
    await press("phone.send", { phone: "12" });
    await send();
    await press("code.resend");
    site.upstream.set(VERIFY, says(400, { message: "Wrong code" }));
    const wrong = await press("code.verify", { otp: "000000" });
    expect(wrong.html).toContain('<q lang="en" dir="ltr">Wrong code</q>');
    expect(textsOfPage(wrong.html)).toContain(text("verify.failed"));
    site.upstream.set(VERIFY, json({ action: "login", token: "token", message: "ok" }));
    await press("code.verify", { otp: CODE });
    await press("reasons.delete");
    await press("reasons.delete", { reason: "Others", others: "ह".repeat(301) });
    await press("reasons.delete", { reason: ["Privacy concerns", "Others"], others: "१" });
    site.upstream.set(DELETE, says(500));
    await press("confirm.delete");
    await press("confirm.cancel");
    await press("reasons.delete", { reason: "Privacy concerns" });
    site.upstream.set(DELETE, json({ message: "Account deleted successfully" }));
    await press("confirm.delete");
    const receipt = await client.send("GET", `${PAGE}/reminder.ics`);
    await client.open(PAGE);
    await press("dialog.another-number");
    const pages = client.visits.filter(({ html }) => html.startsWith("<!DOCTYPE"));
    expect(pages.length).toBeGreaterThan(12);
    expect(pages.flatMap(({ html }) => englishIn(html))).toEqual([]);
    expect(site.bodies(DELETE).at(-1)).toEqual({ reason: "Privacy concerns" });

    const lines = receipt.html.split("\r\n");
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    const unfolded = receipt.html.replaceAll("\r\n ", "");
    expect(unfolded).toContain(`SUMMARY:${text("calendar.title")}\r\n`);
    expect(unfolded).toMatch(/Account deletion\/\/[A-Z-]+\r\n/);
  });
});

describe.each(["hi", "ur", "en-xa"])("what a person meets in '%s'", (language) => {
  const { text } = messagesIn(language);

  it("where the way ends otherwise has no word of English", async () => {
    const { client, press, send } = await reader(language);
    site.expectCode();
    site.upstream.set(
      SEND,
      json({
        warning: {
          action: "reactivation_available",
          deleted_at: new Date(Date.now() - 86_400_000).toISOString(),
        },
        message: "x",
      }),
    );
    await client.press(text("phone.send"), { phone: site.newPhone() });
    await press("dialog.another-number");
    await send();
    site.upstream.set(VERIFY, json({ action: "signup_required", message: "x" }));
    await press("code.verify", { otp: CODE });
    await press("dialog.another-number");
    await send();
    site.upstream.set(VERIFY, says(400));
    for (let tried = 0; tried < 5; tried += 1) await press("code.verify", { otp: "000000" });
    expect(client.page.html).toContain(text("limit.codes"));
    const stranger = await reader(language);
    const ended = { intent: "verify", otp: CODE };
    await submit(stranger.client, `${PAGE}?lang=${language}`, ended, pageLoad);
    await stranger.client.open(`${PAGE}?lang=${language}&step=phone`);
    expect(stranger.client.page.html).toContain(text("problem.ended-undeleted"));
    site.upstream.set(SEND, says(500));
    await stranger.client.press(text("phone.send"), { phone: site.newPhone() });
    const closed = await stranger.client.open(`${PAGE}?info=closed`);
    expect(closed.html).toContain(text("information.open"));
    const visits = [...client.visits, ...stranger.client.visits];
    expect(visits.flatMap(({ html }) => englishIn(html))).toEqual([]);
  });

  it("of refused requests is written in it, too", async () => {
    const headers = { Cookie: `language=${language}` };
    const post = (more: Record<string, string>, body = "") =>
      fetch(site.server.url + PAGE, { method: "POST", headers: { ...headers, ...more }, body });
    const answers = [
      [403, "refusal.foreign", await post({ Origin: "https://elsewhere.test" })],
      [413, "refusal.too-large", await post({ "Content-Type": "text/plain" }, "x".repeat(65_537))],
      [414, "refusal.too-long", await ask(headers, `${PAGE}?${"x".repeat(8_200)}`)],
      [405, "refusal.method", await fetch(site.server.url + PAGE, { method: "OPTIONS", headers })],
    ] as const;
    for (const [status, id, answer] of answers) {
      expect([answer.status, answer.headers.get("Content-Language")]).toEqual([status, language]);
      const html = await answer.text();
      expect(html).toContain(`<h1>${text(id)}</h1>`);
      expect(languageOf(html)?.[0]).toBe(language);
      expect(englishIn(html)).toEqual([]);
    }
    const gone = await ask(headers, `${PAGE}/reminder.ics`);
    expect([gone.status, await gone.text()]).toEqual([404, text("calendar.gone")]);
  });

  it("takes digits of its script, and sends them as ASCII", async () => {
    const { press, client } = await reader(language);
    const phone = site.newPhone();
    site.expectCode();
    const [first = "", ...rest] = phone;
    const devanagari = rest.map((digit) => "०१२३४५६७८९".charAt(Number(digit))).join("");
    await press("phone.send", { phone: "٠١٢٣٤٥٦٧٨٩".charAt(Number(first)) + devanagari });
    expect(site.bodies(SEND).at(-1)).toMatchObject({ phone_number: `+91${phone}` });
    await press("code.verify", { otp: "४८२۹۱۳" });
    expect(site.bodies(VERIFY).at(-1)).toMatchObject({ otp: "482913" });
    expect(client.page.html).toContain(text("reasons.heading"));
  });
});

describe.each(languages)("the page in '%s'", (language) => {
  it("weighs at most 35 KB without scripts", async () => {
    const files = await criticalResources(site.server.url, `${PAGE}?lang=${language}`);
    const kinds = files.filter(({ kind }) => kind !== "script");
    expect(kinds.map(({ kind }) => kind).sort()).toEqual(["document", "font", "style"]);
    expect(weight(kinds, "before")).toBeLessThanOrEqual(35 * 1024);
    const own = files.filter(({ file }) => /catalogue-/.test(file)).map(({ file }) => file);
    expect(own).toEqual([
      expect.stringMatching(new RegExp(`catalogue-${language}-[\\w-]{8}\\.js$`)),
    ]);
  });
});
