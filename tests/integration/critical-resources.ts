import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync } from "node:zlib";

/** One file that a page fetches when it is opened. */
export interface PageFile {
  /** Its address. */
  file: string;
  kind: string;
  /** Whether it is asked for before the first paint, or after it. */
  when: "before" | "after";
  /** The file that names it and so has to come first; null for the document. */
  foundIn: string | null;
  inHead: boolean;
  /** Whether it goes before others of its kind: preloaded, or with `fetchpriority="high"`. */
  first: boolean;
  /** As sent, in brotli where there is a brotli form. */
  bytes: number;
}

type Named = Partial<PageFile> & Pick<PageFile, "file" | "kind">;

const ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130.0.0.0 Mobile Safari/537.36";

/** A phone's viewport, in CSS pixels. */
const WIDTH = 390;

/**
 * What a phone fetches for a page of a server, in the order in which it learns of it: critical resources before the
 * first paint, and the scripts that come after.
 */
export async function criticalResources(origin: string, path: string): Promise<PageFile[]> {
  const headers = { "Accept-Encoding": "br", "User-Agent": ANDROID };
  const [answer] = (await once(get(origin + path, { headers }), "response")) as [IncomingMessage];
  const sent = await buffer(answer);
  const html = brotliDecompressSync(sent).toString();
  const files: PageFile[] = [];
  const add = (named: Named, foundIn = path) => {
    if (files.some(({ file }) => file === named.file)) return;
    const rest = { when: "before", inHead: false, first: false } as const;
    files.push({ ...rest, foundIn, ...named, bytes: named.bytes ?? bytesOf(named.file) });
  };
  add({ file: path, kind: "document", foundIn: null, bytes: sent.length });
  for (const named of namedByDocument(html)) add(named);
  // Grows while it is walked.
  for (const { file, kind, when } of files) {
    if (kind === "style") for (const named of namedByStyle(textOf(file), html)) add(named, file);
    if (kind !== "script") continue;
    for (const named of importsIn(textOf(file))) add({ file: named, kind: "script", when }, file);
  }
  return files;
}

/** In bytes. */
export function weight(files: readonly PageFile[], when: PageFile["when"]): number {
  return files.reduce((bytes, file) => (file.when === when ? bytes + file.bytes : bytes), 0);
}

function bytesOf(file: string): number {
  const compressed = `build/compressed${file}.br`;
  return statSync(existsSync(compressed) ? compressed : onDisk(file)).size;
}

const textOf = (file: string) => readFileSync(onDisk(file), "utf8");

const onDisk = (file: string) =>
  `${file.startsWith("/assets/") ? "build/client" : "public"}${file}`;

/** What a browser fetches for a document, in its order. Lazy pictures wait for the layout and are left out. */
function* namedByDocument(html: string): Generator<Named> {
  let chosen: string | undefined; // of a picture's sources: the first that fits
  let inHead = true;
  const tags = /<(body|link|picture|source|img|script)\b([^>]*)>(?:([^<]*)<\/script>)?/g;
  for (const [, tag, attributes = "", code = ""] of withoutHidden(html).matchAll(tags)) {
    const pairs = [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)];
    const {
      href = "",
      src = "",
      srcset,
      rel,
      as = "",
      media,
      type,
      loading,
      fetchpriority,
    } = Object.fromEntries(pairs.map(([, name = "", value]) => [name.toLowerCase(), value]));
    const held = media === "not all" || type === "text/x-module";
    const how: Pick<PageFile, "inHead" | "when" | "first"> = {
      inHead,
      when: held ? "after" : "before",
      first: fetchpriority === "high",
    };
    if (tag === "body") inHead = false;
    if (tag === "picture") chosen = undefined;
    if (tag === "source" && fits(media)) chosen ??= srcset;
    if (rel === "modulepreload") yield { ...how, file: href, kind: "script" };
    if (rel === "stylesheet" && fits(media)) yield { ...how, file: href, kind: "style" };
    if (rel === "preload" && fits(media)) {
      yield { ...how, file: href, kind: as === "image" ? "picture" : as, first: true };
    }
    if (tag === "img") {
      if (loading !== "lazy") yield { ...how, file: chosen ?? src, kind: "picture" };
      chosen = undefined;
    }
    if (tag === "script" && src) yield { ...how, file: src, kind: "script" };
    if (tag !== "script" || type === "application/ld+json") continue;
    for (const file of importsIn(code)) yield { ...how, file, kind: "script" };
  }
}

/**
 * Fonts and pictures that a style sheet names and a document makes use of. Text below the first screen counts
 * too: browsers fetch its fonts with the others.
 */
function* namedByStyle(css: string, html: string): Generator<Named> {
  const shown = withoutHidden(html);
  const text = shown.replace(/<(script|style)\b.*?<\/\1>|<[^>]*>/gs, "");
  for (const [face] of css.matchAll(/@font-face\{[^}]*\}/g)) {
    const file = /url\(([^)]+)\)/.exec(face)?.[1];
    const [, ranges = "U+0-10FFFF"] = /unicode-range:([^;}]+)/.exec(face) ?? [];
    // Almost every text is in the other family.
    const worn = !/Mono\b/.test(face) || /\bfont-mono\b/.test(shown);
    if (file && worn && Array.from(text).some((letter) => within(ranges, letter)))
      yield { file, kind: "font" };
  }
  const pictures = /\.((?:\\.|[\w-])+)[^{}]*\{[^{}]*url\("?(\/[^)"]+)/g;
  for (const [, name = "", file = ""] of css.matchAll(pictures)) {
    if (shown.includes(name.replaceAll("\\", ""))) yield { file, kind: "picture" };
  }
}

/** Addresses of a script's static imports, all of them in one folder. */
function importsIn(code: string): string[] {
  const names = code.matchAll(/\b(?:from|import)\s*"(?:\.|\/assets)(\/[^"]+)"/g);
  return [...names].map(([, name]) => `/assets${name}`);
}

/** A document without what no browser with scripts shows at first. */
const withoutHidden = (html: string) => html.replace(/<(noscript|dialog)\b.*?<\/\1>/gs, "");

/** @param media of a source or link */
function fits(media = ""): boolean {
  const [, side, pixels] = /^\((max|min)-width: ?(\d+)px\)$/.exec(media) ?? [];
  if (side) return side === "max" ? WIDTH <= Number(pixels) : WIDTH >= Number(pixels);
  return media === "" || media === "all" || media === "screen";
}

/** @param ranges as in a style sheet: `U+20-7E, U+A0` */
function within(ranges: string, letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0;
  return ranges.split(",").some((range) => {
    const [from = "", to = from] = range.trim().slice(2).split("-");
    return parseInt(from, 16) <= code && code <= parseInt(to, 16);
  });
}
