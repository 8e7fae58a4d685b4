/** What stays as it is in every language: names, the codes of reference numbers, addresses, words of the framework. */
const NAMES =
  /\b(?:PulseScout|Pulse|WhatsApp|OTP)\b|\bDEL-\w{4}-\w{4}\b|[\w.]+@[\w.]+|https?:[^\s"]+|\b[0-9a-f]{16}\b/g;

/** Attributes that somebody reads or is told. */
const READ = /\b(?:aria-label|title|alt|placeholder)="([^"]*)"/g;
const META =
  /<meta (?:name="description"|property="og:(?:title|description|image:alt)") content="([^"]*)"/g;

/** Every text of a document that a person may meet, without what says itself that it is in another language. */
export function textsOfPage(html: string): string[] {
  const shown = html
    .replace(/<(script|style)\b.*?<\/\1>/gs, "")
    .replace(/<(?!html\b)(\w+)(?=[^>]*\slang="(?!_)[^"]*")[^>]*>.*?<\/\1>/gs, "");
  const nodes = shown.replace(/<!--.*?-->/gs, "").split(/<[^>]*>/);
  const attributes = [...shown.matchAll(READ), ...shown.matchAll(META)].map(
    ([, text = ""]) => text,
  );
  return [...nodes, ...attributes].map((text) => text.trim()).filter((text) => text !== "");
}

/** What of a page's texts is in letters of English, names aside. */
export function englishIn(html: string): string[] {
  return textsOfPage(html).filter((text) => /[a-z]/i.test(plain(text).replace(NAMES, "")));
}

function plain(text: string): string {
  return text.replace(/&#?\w+;/g, " ").replace(MONTHS, "");
}

/** The made-up language has no names for them. */
const MONTHS =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/g;
