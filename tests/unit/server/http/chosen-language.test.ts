import { expect, it } from "vitest";
import {
  chooseLanguage,
  isNewChoice,
  languageCookie,
  type LanguagePreferences,
} from "server/http/chosen-language.server";

const wishes = (wish: { url?: string; cookies?: string; accepted?: string; https?: boolean }) =>
  ({
    query: new URLSearchParams(wish.url),
    cookies: wish.cookies,
    accepted: wish.accepted,
    secureCookies: wish.https ?? false,
  }) satisfies LanguagePreferences;

it.each([
  ["nothing", {}, "en"],
  ["the URL", { url: "lang=hi", cookies: "language=ur", accepted: "en" }, "hi"],
  ["the cookie", { cookies: "a=b; language=ur", accepted: "hi" }, "ur"],
  ["what the browser likes best", { accepted: "fr, ur;q=0.5, hi;q=0.8, en;q=0.1" }, "hi"],
  ["what it refuses", { accepted: "hi;q=0, ur" }, "ur"],
  ["a region", { accepted: "HI-in" }, "hi"],
  ["anything", { accepted: "*" }, "en"],
  ["the beginning of a long header", { accepted: `ur;q=0.5,${"a,".repeat(3000)}hi` }, "ur"],
  ["no half of an entry", { accepted: `${"a,".repeat(245)}fr,ur,hiho,hi` }, "ur"],
  ["no header without entries", { accepted: "h".repeat(9000) }, "en"],
  ["none that is offered", { accepted: "fr, de" }, "en"],
  ["a URL that asks for none", { url: "lang=xx", cookies: "language=hi" }, "hi"],
  ["a cookie that nobody set", { cookies: "language=<b>", accepted: "ur" }, "ur"],
  ["two in the URL", { url: "lang=xx&lang=ur" }, "ur"],
  ["two cookies", { cookies: "language=xx; language=ur" }, "ur"],
  ["a header that cannot be read", { accepted: ";;;q=,," }, "en"],
  ["a cookie without its prefix on https", { cookies: "language=hi", https: true }, "en"],
  ["one with it", { cookies: "__Host-language=hi", https: true }, "hi"],
])("the language of an answer is decided by %s", (_, wish, language) => {
  expect(chooseLanguage(wishes(wish), ["en", "hi", "ur"])).toBe(language);
});

it("the language of an answer is the first one where that alone is offered, whatever was asked for", () => {
  const asked = wishes({ url: "lang=hi", cookies: "language=hi", accepted: "hi" });
  expect(chooseLanguage(asked, ["en"])).toBe("en");
  expect(chooseLanguage(wishes({}), ["ur", "en"])).toBe("ur");
});

it("the language of an answer is remembered once it was asked for by name, and only then", () => {
  expect(isNewChoice(wishes({ url: "lang=hi" }), "hi")).toBe(true);
  expect(isNewChoice(wishes({ url: "lang=hi", cookies: "language=hi" }), "hi")).toBe(false);
  expect(isNewChoice(wishes({ accepted: "hi" }), "hi")).toBe(false);
  expect(languageCookie("hi", true)).toMatch(/^__Host-language=hi; /);
});
