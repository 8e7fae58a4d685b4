/**
 * @typedef {import("./critical-resources.js").ViewFile} ViewFile
 * @typedef {Partial<ViewFile> & Pick<ViewFile, "file" | "kind">} Named
 */

/** A phone's, in CSS pixels. */
const WIDTH = 390;

/**
 * What a browser fetches for a document, in its order. Lazy pictures wait for the layout and are left out.
 *
 * @param {string} html
 * @returns {Generator<Named>}
 */
export function* namedByDocument(html) {
  /** @type {string | undefined} */
  let chosen; // of a picture's sources: the first that fits
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
    /** @type {Pick<ViewFile, "inHead" | "when" | "first">} */
    const how = { inHead, when: held ? "after" : "before", first: fetchpriority === "high" };
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
 *
 * @param {string} css as the build makes it
 * @param {string} html
 * @returns {Generator<Named>}
 */
export function* namedByStyle(css, html) {
  const shown = withoutHidden(html);
  const text = shown.replace(/<(script|style)\b.*?<\/\1>|<[^>]*>/gs, "");
  for (const [face] of css.matchAll(/@font-face\{[^}]*\}/g)) {
    const file = /url\(([^)]+)\)/.exec(face)?.[1];
    const [, ranges = "U+0-10FFFF"] = /unicode-range:([^;}]+)/.exec(face) ?? [];
    // Almost every text is in the other family.
    const worn = !/Mono\b/.test(face) || /\bfont-mono\b/.test(shown);
    if (file && worn && [...text].some((letter) => within(ranges, letter)))
      yield { file, kind: "font" };
  }
  const pictures = /\.((?:\\.|[\w-])+)[^{}]*\{[^{}]*url\("?(\/[^)"]+)/g;
  for (const [, name = "", file = ""] of css.matchAll(pictures)) {
    if (shown.includes(name.replaceAll("\\", ""))) yield { file, kind: "picture" };
  }
}

/** Modules without which a script does not start. @param {string} code @returns {Generator<Named>} */
export function* namedByScript(code) {
  for (const file of importsIn(code)) yield { file, kind: "script" };
}

/** Addresses of a script's static imports, all of them in one folder. @param {string} code */
function importsIn(code) {
  const names = code.matchAll(/\b(?:from|import)\s*"(?:\.|\/assets)(\/[^"]+)"/g);
  return [...names].map(([, name]) => `/assets${name}`);
}

/** A document without what no browser with scripts shows at first. @param {string} html */
const withoutHidden = (html) => html.replace(/<(noscript|dialog)\b.*?<\/\1>/gs, "");

/** @param {string} [media] of a source or link */
function fits(media = "") {
  const [, side, pixels] = /^\((max|min)-width: ?(\d+)px\)$/.exec(media) ?? [];
  if (side) return side === "max" ? WIDTH <= Number(pixels) : WIDTH >= Number(pixels);
  return media === "" || media === "all" || media === "screen";
}

/** @param {string} ranges as in a style sheet: `U+20-7E, U+A0` @param {string} letter */
function within(ranges, letter) {
  const code = letter.codePointAt(0) ?? 0;
  return ranges.split(",").some((range) => {
    const [from = "", to = from] = range.trim().slice(2).split("-");
    return parseInt(from, 16) <= code && code <= parseInt(to, 16);
  });
}
