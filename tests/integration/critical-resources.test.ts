import { statSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync } from "node:zlib";
import { expect, it } from "vitest";
import { EVERY_PAGE } from "../support/every-page";
import { openAnswer } from "../support/raw-request";
import { attribute, parseHtml } from "./html-document";
import { useSharedSite } from "./shared-site";

const site = useSharedSite();

/** Most bytes before the first frame: the document, its style sheet and its font, compressed. */
const BUDGET = 64_000;

/** The picture of the first screen. */
const PICTURES: Record<string, string> = {
  "/": "/media/hero-night-drive.webp",
  "/blogs": "/pictures/paint-reroute.webp",
  "/pulsescout": "/media/scout-intro.webp",
  "/pulsegen": "/media/pulsegen-hero.webp",
  "/ref/ABC123": "/pictures/road-closed.webp",
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
  return { root, links, sheets, fonts, scripts, before };
}

const weight = (files: { file: string }[]) =>
  files.reduce((sum, { file }) => sum + bytesOf(file), 0);

/** Size of a file as sent to a browser that accepts brotli. Fonts have no brotli version. */
function bytesOf(file: string): number {
  const compressed = statSync(`build/client${file}.br`, { throwIfNoEntry: false });
  return (compressed ?? statSync(`build/client${file}`)).size;
}

it.each(EVERY_PAGE)("%s loads scripts last, within budget", async (path) => {
  const { root, links, sheets, fonts, scripts, before } = await open(path);
  const expectedOrder = [...fonts, ...sheets, ...scripts];
  expect([fonts.length, sheets.length]).toEqual([1, 1]);
  expect(links.filter((link) => expectedOrder.includes(link))).toEqual(expectedOrder);
  expect(sheets[0]?.isInHead).toBe(true);
  const priorityImages = root.querySelectorAll('img[fetchpriority="high"]');
  expect(priorityImages.map((picture) => attribute(picture, "src"))).toEqual(
    PICTURES[path] === undefined ? [] : [PICTURES[path]],
  );
  expect(before).toBeLessThanOrEqual(BUDGET);
});
