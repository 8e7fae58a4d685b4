import { statSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync } from "node:zlib";
import { expect, it } from "vitest";
import { languages } from "server/process/languages.server";
import { EVERY_PAGE } from "../support/every-page";
import { openAnswer } from "../support/raw-request";
import { attribute, parseHtml } from "./html-document";
import { useSharedSite } from "./shared-site";

const site = useSharedSite();

interface Budget {
  /** Bytes before the first frame: the document, its style sheet and its font, compressed. */
  before: number;
  /** Bytes of the scripts that come after the first frame, compressed. */
  after: number;
  /** The picture of the first screen. */
  picture?: string;
}

const BUDGETS: Record<string, Budget> = {
  "/": { before: 48_000, after: 89_300, picture: "/media/hero-night-drive.webp" },
  "/blogs": { before: 34_800, after: 75_500, picture: "/pictures/paint-reroute.webp" },
  "/pulsescout": { before: 36_300, after: 78_400, picture: "/media/scout-intro.webp" },
  "/pulsegen": { before: 38_000, after: 80_500, picture: "/media/pulsegen-hero.webp" },
  "/contactus": { before: 34_500, after: 81_700 },
  "/pulsescout/delete-user": { before: 36_000, after: 86_000 },
  "/accessibility": { before: 26_000, after: 69_300 },
  "/privacyandpolicy-app": { before: 29_000, after: 71_200 },
  "/pulsescout/dashboard": { before: 38_400, after: 103_900 },
  "/ref/ABC123": { before: 34_000, after: 75_700, picture: "/pictures/road-closed.webp" },
};

/** Fetches a page as a browser that accepts brotli, and lists the files that its document references. */
async function open(path: string) {
  const headers = { "Accept-Encoding": "br" };
  const document = await buffer(await openAnswer(site.server.url + path, headers));
  const root = await parseHtml(brotliDecompressSync(document).toString());
  const links = root.querySelectorAll("link").map((link) => ({
    rel: attribute(link, "rel"),
    as: attribute(link, "as"),
    file: attribute(link, "href") ?? "",
    isInHead: link.closest("head") !== null,
  }));
  const sheets = links.filter(({ rel }) => rel === "stylesheet");
  const fonts = links.filter((link) => link.as === "font");
  const scripts = links.filter(({ rel }) => rel === "modulepreload");
  const before = document.length + weight([...sheets, ...fonts]);
  return { root, links, sheets, fonts, scripts, before, after: weight(scripts) };
}

const weight = (files: { file: string }[]) =>
  files.reduce((sum, { file }) => sum + bytesOf(file), 0);

/** Size of a file as sent to a browser that accepts brotli. Fonts have no brotli version. */
function bytesOf(file: string): number {
  const compressed = statSync(`build/client${file}.br`, { throwIfNoEntry: false });
  return (compressed ?? statSync(`build/client${file}`)).size;
}

it("every page has a budget", () => {
  expect(Object.keys(BUDGETS).sort()).toEqual([...EVERY_PAGE].sort());
});

it.each(Object.entries(BUDGETS))("%s loads scripts last, within budget", async (path, budget) => {
  const { root, links, sheets, fonts, scripts, before, after } = await open(path);
  const expectedOrder = [...fonts, ...sheets, ...scripts];
  expect([fonts.length, sheets.length]).toEqual([1, 1]);
  expect(links.filter((link) => expectedOrder.includes(link))).toEqual(expectedOrder);
  expect(sheets[0]?.isInHead).toBe(true);
  const priorityImages = root.querySelectorAll('img[fetchpriority="high"]');
  expect(priorityImages.map((picture) => attribute(picture, "src"))).toEqual(
    budget.picture === undefined ? [] : [budget.picture],
  );
  expect(before).toBeLessThanOrEqual(budget.before);
  expect(after).toBeLessThanOrEqual(budget.after);
});

it("the deletion page weighs at most 38 KB in every language, without scripts", async () => {
  for (const language of languages) {
    const { before } = await open(`/pulsescout/delete-user?lang=${language}`);
    expect([language, before <= 38 * 1024]).toEqual([language, true]);
  }
});
