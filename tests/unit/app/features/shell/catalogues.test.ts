import { readdirSync } from "node:fs";
import type { ReactElement } from "react";
import { describe, expect, it } from "vitest";
import type { FilledMessage } from "~/content/catalogue";
import { lifecycle } from "~/content/privacy-policy";
import { pages } from "~/content/pages";
import { catalogueOf, type MessagePart } from "~/features/shell/catalogues";
import { messagesIn } from "~/features/shell/messages";
import { languages, MADE_UP_LANGUAGE } from "server/process/languages.server";
import { catalogueProblems } from "../../../../../scripts/content/compiled-catalogues";
import { english } from "../../../../support/english-texts";

const FOLDER = "app/content/catalogues";

/** Names that are the same in every language (docs/languages.md). */
const NAMES = /\b(?:PulseScout|Pulse|WhatsApp|OTP)\b/g;

/** Returns the words of a message, without placeholders and names of tags and plural forms. */
function literals(message: string | MessagePart[]): string {
  if (typeof message === "string") return message;
  return message
    .map((part) => {
      if (typeof part === "string" || part === 0) return part || "";
      const [, inside = []] = part;
      return (Array.isArray(inside) ? [inside] : Object.values(inside)).map(literals).join(" ");
    })
    .join(" ");
}

describe("the catalogues", () => {
  it("exist for each language of server/process/languages.server.ts, and for the made-up one", () => {
    const files = readdirSync(FOLDER).map((name) => name.replace(/\.ts$/, ""));
    expect(files.sort()).toEqual([...languages, MADE_UP_LANGUAGE].sort());
    for (const code of files) expect(catalogueOf(code).language).toBe(code);
  });

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

  it.each(languages.slice(1))("in '%s' have Latin letters only in names", (code) => {
    const latin = Object.entries(catalogueOf(code).messages).filter(([, message]) =>
      /\p{Script=Latin}/u.test(literals(message).replace(NAMES, "")),
    );
    expect(latin).toEqual([]);
  });

  it("have a general text for unknown messages from a server of another release", () => {
    const others = [{ id: "problem.later" }, { id: "problem.others", values: { least: 3 } }, {}];
    // JSON from the server is not checked against this type.
    const texts = others.map((message) => english.filled(message as FilledMessage));
    expect(texts).toEqual(others.map(() => "Something went wrong"));
  });

  it("write numbers and choose plurals as their language does", () => {
    expect(english.text("time.wait", { minutes: 1 })).toBe("in 1 minute");
    expect(english.text("time.wait", { minutes: 60 })).toBe("in 60 minutes");
    expect(english.text("reactivation.days", { days: 1 })).toBe("day remaining");
    expect(messagesIn("hi").text("time.wait", { minutes: 2 })).toBe("2 मिनट में");
    expect(english.number(5, 2)).toBe("05");
    expect(messagesIn("mr").number(5, 2)).toBe("०५");
  });

  it("fill values and elements into the placeholders of a message", () => {
    const b = (words: unknown[]) => `[${words.join("|")}]` as unknown as ReactElement;
    const values = { phone: "12", time: "14:05", tries: 2, b };
    const [sentence] = [english.rich("code.lead", values)].flat();
    expect(sentence).toBe(
      "We sent it on WhatsApp to [12]. It is good until 14:05. You have 2 tries left.",
    );
    expect(() => english.text("error.reference", {} as { reference: string })).toThrow("reference");
  });
});

const originals = {
  plain: "Back",
  write: "Write to {email}.",
  policy: "Read the <link>policy</link>.",
  tries: "{tries, plural, one {One try} other {# tries}}",
};
const translations = {
  plain: "वापस",
  write: "{email} पर लिखें।",
  policy: "<link>नीति</link> पढ़ें।",
  tries: "{tries, plural, other {# कोशिशें}}",
};
const { plain, ...rest } = translations;

it.each([
  ["missing", rest, [/^plain: is missing$/]],
  ["superfluous", { ...translations, more: plain }, [/^more: English has no such message$/]],
  ["with another placeholder", { ...translations, write: "{mail} पर लिखें।" }, [/^write: .*mail/]],
  ["with another tag", { ...translations, policy: "<b>नीति</b> पढ़ें।" }, [/^policy: .*variable/i]],
  ["without its plural", { ...translations, tries: "{tries} कोशिशें" }, [/^tries: .*tries/]],
  ["unreadable", { ...translations, write: "{email पर" }, [/^write: /]],
  ["with a date", { ...translations, write: "{email, date} पर" }, [/^write: /]],
  [
    "with a form for one number",
    { ...translations, tries: "{tries, plural, =1 {एक} other {#}}" },
    [/^tries: /],
  ],
])("the problems of a catalogue name the message and its mistake: %s", (_, messages, problems) => {
  expect(catalogueProblems(messages, originals)).toEqual(
    problems.map((problem) => expect.stringMatching(problem) as string),
  );
});

it("the made-up language has longer texts and accents on every letter outside names", () => {
  const { text } = messagesIn(MADE_UP_LANGUAGE);
  expect(text("phone.lead")).toMatch(/WhatsApp/);
  expect(text("phone.lead").replace("WhatsApp", "")).not.toMatch(/[a-z]/i);
  const ids = ["facts.lead", "phone.heading", "reasons.unused", "lifecycle.after-what"] as const;
  const length = (textOf: typeof text) => ids.map((id) => textOf(id)).join("").length;
  expect(length(text) / length(english.text)).toBeGreaterThan(1.3);
});
