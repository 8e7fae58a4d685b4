import type { PageFacts } from "./history";

/** How the sentences begin that leave a deletion in doubt. */
const DOUBTS = [
  "Your account may be deleted all the same",
  "A refusal now can mean that the account is already deleted",
];

/** Reads what a page shows to a person without scripts; the markup is our own, so patterns do. */
export function readPage(html: string): PageFacts {
  const body = html.replace(/<script[^>]*>.*?<\/script>/gs, "");
  const text = body.replace(/<[^>]*>/g, "");
  // What a label dates are the figures after it, up to the next label.
  const dated = body.split(/<time[^>]*\bdateTime="(?=[^"]+"[^>]*>As of)/).slice(1);
  return {
    phones: [...body.matchAll(/\+91 [•\d]+ •*(\d+)/g)].map(([, digits = ""]) => digits),
    // In scripts and addresses too: whatever leaves for a browser.
    marks: [...new Set(html.match(/mark-\d+-[0-9a-z]+/g) ?? [])],
    receipt: /<bdi>(DEL-[0-9A-Z]{4}-[0-9A-Z]{4})<\/bdi>/.exec(body)?.[1] ?? null,
    mayBeDeleted: DOUBTS.some((words) => text.includes(words)),
    figures: dated.flatMap((part) =>
      (part.match(/\b1,\d{3},\d{3},\d{3}\b/g) ?? []).map((figure) => ({
        trueAt: Number(figure.replaceAll(",", "")) * 1_000,
        label: Date.parse(part.split('"', 1)[0] ?? ""),
      })),
    ),
  };
}
