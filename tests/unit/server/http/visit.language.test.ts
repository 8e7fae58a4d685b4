import { expect, it } from "vitest";
import { chooseLanguage, rememberLanguage } from "server/http/visit.server";
import { sharedContext, withRequestContext } from "server/process/request-context.server";

const chosen = (
  wish: { url?: string; cookies?: string; accepted?: string; https?: boolean },
  offered: string[],
) => {
  const headers = { cookie: wish.cookies, "accept-language": wish.accepted };
  return chooseLanguage(`/?${wish.url ?? ""}`, headers, wish.https ?? false, offered);
};

it.each([
  ["the default", {}, "en"],
  ["the URL", { url: "lang=hi", cookies: "language=ur", accepted: "en" }, "hi"],
  ["the cookie", { cookies: "a=b; language=ur", accepted: "hi" }, "ur"],
  ["the highest q value", { accepted: "fr, ur;q=0.5, hi;q=0.8, en;q=0.1" }, "hi"],
  ["a language with a region", { accepted: "HI-in" }, "hi"],
  ["a wildcard", { accepted: "*" }, "en"],
  ["no header longer than browsers send", { accepted: `ur,${"a,".repeat(3000)}hi` }, "en"],
  ["no language that is not offered", { accepted: "fr, de" }, "en"],
  ["no unknown language in the URL", { url: "lang=xx", cookies: "language=hi" }, "hi"],
  ["no invalid cookie", { cookies: "language=<b>", accepted: "ur" }, "ur"],
  ["the known one of two languages in the URL", { url: "lang=xx&lang=ur" }, "ur"],
  ["the valid one of two cookies", { cookies: "language=xx; language=ur" }, "ur"],
  ["no cookie without its prefix on https", { cookies: "language=hi", https: true }, "en"],
  ["a cookie with its prefix on https", { cookies: "__Host-language=hi", https: true }, "hi"],
])("the language of a response is determined by %s", (_, wish, language) => {
  expect(chosen(wish, ["en", "hi", "ur"])).toBe(language);
});

it("the language of a response is the first offered one if no offered one is requested", () => {
  expect(chosen({ url: "lang=hi", cookies: "language=hi", accepted: "hi" }, ["en"])).toBe("en");
  expect(chosen({}, ["ur", "en"])).toBe("ur");
});

it("the language of a response is stored if the URL requests it", () => {
  const remember = (query: string) =>
    withRequestContext({ ...sharedContext("id"), secureCookies: true }, () =>
      rememberLanguage(new Request(`http://localhost/${query}`), "hi"),
    );
  expect(remember("?lang=hi")).toEqual({
    "Set-Cookie": expect.stringMatching(/^__Host-language=hi; /) as string,
  });
  expect([remember(""), remember("?lang=ur")]).toEqual([{}, {}]);
});
