import { readdirSync } from "node:fs";
import type { ReactElement } from "react";
import { describe, expect, it } from "vitest";
import type { PluralForms } from "~/content/catalogue";
import { lifecycle } from "~/content/privacy-policy";
import { pages } from "~/content/pages";
import { catalogueOf } from "~/content/catalogues.server";
import { createMessages } from "~/content/messages";
import { LONGEST_OTHERS } from "server/deletion/form-fields.server";
import { languages } from "server/process/languages.server";

const english = createMessages(catalogueOf("en"));

/** Names that are the same in every language (docs/languages.md). */
const NAMES = /\b(?:PulseScout|Pulse|WhatsApp|OTP)\b/g;

const PLACEHOLDERS = /\{\w+\}|<\/?\w+>/g;

const original = new Map<string, string | PluralForms>(Object.entries(catalogueOf("en").messages));

const formsOf = (message: string | PluralForms): string[] =>
  typeof message === "string" ? [message] : Object.values(message);

const placeholdersIn = (message: string | PluralForms = "") =>
  [...new Set(formsOf(message).flatMap((form) => form.match(PLACEHOLDERS) ?? []))].sort();

describe.each(languages)("the catalogue in '%s'", (code) => {
  const { language, messages } = catalogueOf(code);
  const entries = Object.entries<string | PluralForms>(messages);
  const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions();

  it("names the longest text that the server takes", () => {
    expect(messages["problem.others"]).toContain(String(LONGEST_OTHERS));
  });

  it("has the placeholders of English and the plural forms of its language", () => {
    expect(language).toBe(code);
    for (const [id, message] of entries) {
      expect([id, placeholdersIn(message)]).toEqual([id, placeholdersIn(original.get(id))]);
      const words = formsOf(message).join("").replace(PLACEHOLDERS, "");
      expect([id, words]).toEqual([id, expect.not.stringMatching(/[{}<>]/)]);
      if (typeof message === "string") continue;
      expect([id, Object.keys(message).sort()]).toEqual([id, [...pluralCategories].sort()]);
    }
  });
});

it("each catalogue is of a language that is offered", () =>
  expect(readdirSync("app/content/catalogues")).toEqual(
    languages.map((code) => `${code}.ts`).sort(),
  ));

it.each(languages.slice(1))("the catalogue in '%s' has Latin letters only in names", (code) => {
  const words = Object.values<string | PluralForms>(catalogueOf(code).messages)
    .flatMap(formsOf)
    .map((form) => form.replace(PLACEHOLDERS, "").replace(NAMES, ""));
  expect(words.filter((form) => /\p{Script=Latin}/u.test(form))).toEqual([]);
});

describe("the messages", () => {
  it("in English use the same texts as the rest of the site", () => {
    const { text } = english;
    expect(text("page.title")).toBe(pages.deleteUser.title);
    expect(text("page.description")).toBe(pages.deleteUser.description);
    expect(lifecycle.flatMap(({ when, what }) => [when, what])).toEqual(
      [
        ...(["lifecycle.now", "lifecycle.now-what", "lifecycle.within"] as const),
        ...(["lifecycle.within-what", "lifecycle.after", "lifecycle.after-what"] as const),
      ].map((id) => text(id)),
    );
  });

  it("choose plurals as their language does, and write Latin digits", () => {
    expect(english.text("reactivation.days", { count: 1 })).toBe("day remaining");
    const { text } = createMessages(catalogueOf("hi"));
    expect(text("code.tries", { count: 2 })).toBe("आपके पास 2 कोशिशें बची हैं।");
  });

  it("fill values and elements into the placeholders of a message", () => {
    const b = (words: unknown[]) => `[${words.join("|")}]` as unknown as ReactElement;
    const values = { phone: "12", time: "14:05", b };
    const parts = [english.rich("code.lead", values)].flat() as string[]; // all are texts here
    expect(parts.join("")).toBe("We sent it on WhatsApp to [12]. It is good until 14:05.");
  });
});
