import { statSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync } from "node:zlib";
import { expect, it } from "vitest";
import { EVERY_PAGE } from "../support/every-page";
import { openAnswer } from "../support/raw-request";
import { attribute, parseHtml } from "./html-document";
import { sharedServer } from "./shared-server";

const server = await sharedServer();

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

/** Size of a file as sent to a browser that accepts brotli. Fonts have no brotli version. */
function bytesOf(file: string): number {
  const compressed = statSync(`build/client${file}.br`, { throwIfNoEntry: false });
  return (compressed ?? statSync(`build/client${file}`)).size;
}

it.each(EVERY_PAGE)("%s loads a font, a style sheet, then scripts, within budget", async (path) => {
  const answer = await openAnswer(server.url + path, { "Accept-Encoding": "br" });
  const document = await buffer(answer);
  const root = await parseHtml(brotliDecompressSync(document).toString());
  const all = root.querySelectorAll("link").map((link) => ({
    kind: attribute(link, "as") ?? attribute(link, "rel"),
    file: attribute(link, "href") ?? "",
  }));
  const links = all.filter(({ kind }) => /^(font|stylesheet|modulepreload)$/.test(kind ?? ""));
  const [font, sheet, ...others] = links;
  expect([font?.kind, sheet?.kind]).toEqual(["font", "stylesheet"]);
  expect(others.filter(({ kind }) => kind !== "modulepreload")).toEqual([]);
  const pictures = root.querySelectorAll('img[fetchpriority="high"]');
  expect(pictures.map((picture) => attribute(picture, "src"))).toEqual(
    PICTURES[path] === undefined ? [] : [PICTURES[path]],
  );
  const bytes = document.length + bytesOf(font?.file ?? "") + bytesOf(sheet?.file ?? "");
  expect(bytes).toBeLessThanOrEqual(BUDGET);
});
