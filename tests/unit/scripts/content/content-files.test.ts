import { existsSync } from "node:fs";
import { z } from "zod";
import { describe, expect, it } from "vitest";
import { CAROUSEL_SIZE, articleUrl, articles } from "~/content/articles";
import { outboundLinks, outboundTable } from "~/content/outbound-links";
import { team } from "~/content/team";
import { outboundVariables } from "server/outbound-variables.server";
import { parseSettings } from "server/settings.server";
import { contentFiles } from "../../../../scripts/content/content-files";
import { contentProblems } from "../../../../scripts/content/content-problems";
import { contentFindings } from "../../../../scripts/doctor/content-findings";

describe("the content", () => {
  it("has every entry whole, and as many as the pages are drawn for", () => {
    expect(contentProblems(contentFiles)).toEqual([]);
  });

  it("names file, entry and field of every mistake at once", () => {
    const entry = z.object({ title: z.string(), minutes: z.int().min(3, "3 minutes or more") });
    const entries = [
      { title: "One", minutes: 2 },
      { title: "Two", minutes: 4 },
      { title: "Two", minutes: 4 },
    ];
    const problems = contentProblems([
      { file: "articles.ts", entries, entry, count: 2, unique: "title" },
    ]);
    expect(problems).toEqual([
      "app/content/articles.ts: should have 2 entries, has 3",
      "app/content/articles.ts, entry 1 (One), field minutes: should be 3 minutes or more",
      "app/content/articles.ts, entry 3 (Two), field title: should be unlike any other entry's",
    ]);
  });

  it("has a picture for every article and every portrait", () => {
    const wanted = [
      ...articles.map(({ stencil }) => `paint-${stencil}`),
      ...team.flatMap(({ portrait }) => portrait ?? []),
    ];
    const missing = wanted.filter((name) => !existsSync(`public/pictures/${name}.webp`));
    expect(missing).toEqual([]);
  });

  it("lists articles newest first, and has enough of them for the carousel", () => {
    const dates = articles.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().reverse());
    expect(CAROUSEL_SIZE).toBe(16);
    expect(articles.length).toBeGreaterThanOrEqual(CAROUSEL_SIZE);
  });
});

describe("outbound links", () => {
  it("can each be overridden by a setting of its own", () => {
    const variables = Object.values(outboundTable).map(({ variable }) => variable);
    expect(variables.toSorted()).toEqual([...outboundVariables].toSorted());
  });

  it("lead to example.com until they are overridden", () => {
    const links = outboundLinks({ COMMUNITY_URL: "https://chat.pulse.test/join" });
    expect(links.community).toBe("https://chat.pulse.test/join");
    expect(links.blog).toBe("https://example.com/blog");
  });

  it("stop the start when one is no address", () => {
    expect(() => parseSettings({ TWITTER_URL: "javascript:alert(1)" })).toThrow(/TWITTER_URL/);
    expect(() => parseSettings({ DEEP_LINK_SCHEME: "javascript" })).toThrow(/DEEP_LINK_SCHEME/);
    expect(() => parseSettings({ APP_ID: "not an id" })).toThrow(/APP_ID/);
    expect(parseSettings({ TWITTER_URL: "https://x.test/pulse" }).outbound.TWITTER_URL).toBe(
      "https://x.test/pulse",
    );
  });

  it("join the blog's address and an article's slug with one slash", () => {
    expect(articleUrl({ slug: "own" }, "https://blog.test/")).toBe("https://blog.test/own");
    expect(articleUrl({ slug: "own" }, "https://blog.test/en")).toBe("https://blog.test/en/own");
  });

  it("lead to the blog itself where an article is invented, each by an address of its own", () => {
    const invented = articles.filter(({ placeholder }) => placeholder);
    const addresses = invented.map(
      (article) => new URL(articleUrl(article, "https://blog.test/en")),
    );
    expect(new Set(addresses.map(({ pathname }) => pathname))).toEqual(new Set(["/en"]));
    expect(new Set(addresses.map(({ href }) => href)).size).toBe(invented.length);
  });
});

describe("the doctor's findings on content", () => {
  const list = { file: "team.ts", kind: "leader", also: "words and portrait too" };

  it("warn of each invented entry by name, with the file to change", () => {
    const entries = [
      { name: "Aditi Rao", placeholder: true },
      { name: "Our own", placeholder: false },
    ];
    expect(contentFindings([{ ...list, entries }])).toEqual([
      {
        state: "warn",
        subject: "team.ts",
        text: "invented, put your own in app/content/team.ts (leader: words and portrait too)",
        of: '"Aditi Rao"',
      },
    ]);
  });

  it("are well when everything has been replaced", () => {
    const entries = [{ name: "Our own", placeholder: false }];
    expect(contentFindings([{ ...list, entries }])).toMatchObject([
      { state: "ok", subject: "team.ts" },
    ]);
  });
});
