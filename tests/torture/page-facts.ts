import type { PageFacts } from "./history";

/** Beginnings of the sentences that say that a deletion's outcome is unknown. */
const DOUBTS = [
  "Your account may be deleted all the same",
  "A refusal now can mean that the account is already deleted",
];

/** Reads a page as shown without scripts. Patterns suffice because the markup is the product's own. */
export function readPage(html: string): PageFacts {
  const body = html.replace(/<script[^>]*>.*?<\/script>/gs, "");
  const text = body.replace(/<[^>]*>/g, "");
  // A label dates the figures after it, up to the next label.
  const labelledParts = body.split(/<time[^>]*\bdateTime="(?=[^"]+"[^>]*>As of)/).slice(1);
  return {
    phones: [...body.matchAll(/\+91 [•\d]+ •*(\d+)/g)].map(([, digits = ""]) => digits),
    // Searches scripts and URLs too: everything that is sent to the browser.
    marks: [...new Set(html.match(/mark-\d+-[0-9a-z]+/g) ?? [])],
    receipt: /<bdi>(DEL-[0-9A-Z]{4}-[0-9A-Z]{4})<\/bdi>/.exec(body)?.[1] ?? null,
    mayBeDeleted: DOUBTS.some((words) => text.includes(words)),
    figures: labelledParts.flatMap((part) =>
      (part.match(/\b1,\d{3},\d{3},\d{3}\b/g) ?? []).map((figure) => ({
        trueAt: Number(figure.replaceAll(",", "")) * 1_000,
        label: Date.parse(part.split('"', 1)[0] ?? ""),
      })),
    ),
  };
}
