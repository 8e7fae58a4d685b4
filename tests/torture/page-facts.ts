import type { PageFacts } from "./history";

/** How the sentences begin that leave a deletion in doubt, in the languages of a run. */
export const DOUBTS = [
  "Your account may be deleted all the same",
  "A refusal now can mean that the account is already deleted",
  "हो सकता है कि आपका खाता फिर भी मिट गया हो",
  "अब मना किए जाने का मतलब यह हो सकता है कि खाता पहले ही मिट चुका है",
];

const FIGURE = /\b1,\d{3},\d{3},\d{3}\b/g;
const LABEL = /<time[^>]*\bdateTime="([^"]+)"[^>]*>As of/g;

/** Reads what a page shows, as a person without scripts sees it; the markup is our own, so patterns do. */
export function readPage(html: string): PageFacts {
  const body = html.replace(/<script[^>]*>.*?<\/script>/gs, "");
  const opening = /<html[^>]*>/.exec(body)?.[0] ?? "";
  const text = plain(body);
  return {
    headings: [...body.matchAll(/<h[12][^>]*>(.*?)<\/h[12]>/gs)]
      .slice(0, 4)
      .map(([, heading = ""]) => plain(heading)),
    alert: alertOf(body),
    language: /\blang="([^"]*)"/.exec(opening)?.[1] ?? null,
    theme: /\bdata-theme="([^"]*)"/.exec(opening)?.[1] ?? null,
    phones: [...body.matchAll(/\+91 [•\d]+ •*(\d+)/g)].map(([, digits = ""]) => digits),
    // In scripts and addresses too: whatever leaves for a browser.
    marks: [...new Set(html.match(/mark-\d+-[0-9a-z]+/g) ?? [])],
    receipt: /<bdi>(DEL-[0-9A-Z]{4}-[0-9A-Z]{4})<\/bdi>/.exec(body)?.[1] ?? null,
    mayBeDeleted: DOUBTS.some((words) => text.includes(words)),
    figures: figuresOf(body),
  };
}

function alertOf(body: string): string | null {
  const alert = /role="alert"[^>]*>(.*?)<\/div>/s.exec(body)?.[1];
  return alert === undefined ? null : plain(alert).slice(0, 200);
}

/** Each figure belongs to the label before it. */
function figuresOf(body: string): PageFacts["figures"] {
  const labels = [...body.matchAll(LABEL)];
  return [...body.matchAll(FIGURE)].flatMap(({ 0: figure, index }) => {
    const label = labels.findLast((one) => one.index < index)?.[1];
    const trueAt = Number(figure.replaceAll(",", "")) * 1_000;
    return label === undefined ? [] : [{ trueAt, label: Date.parse(label) }];
  });
}

function plain(html: string): string {
  return html
    .replace(/<!--.*?-->/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();
}
