import { articles } from "../../app/content/articles";
import { films } from "../../app/content/films";
import { partnerRows } from "../../app/content/partners";
import { team } from "../../app/content/team";
import { check, type Finding } from "../../server/operations/doctor/finding";

type Entry = { placeholder?: boolean | undefined } & ({ title: string } | { name: string });

/** Warns of every entry of the content that is invented until the company replaces it, with its file. */
export function contentFindings(): Finding[] {
  // A leader's title is an office.
  const leaders = team.map(({ name, placeholder }) => ({ name, placeholder }));
  return [
    finding("articles.ts", articles, "article: date and address too"),
    finding("partners.ts", partnerRows.flat(), "partner: mark too"),
    finding("team.ts", leaders, "leader: words and portrait in public/pictures too"),
    finding("films.ts", Object.values(films), "look: the film in public/media is drawn"),
  ];
}

function finding(file: string, entries: readonly Entry[], kind: string): Finding {
  const invented = entries
    .filter(({ placeholder }) => placeholder)
    .map((entry) => `"${"title" in entry ? entry.title : entry.name}"`);
  const text = `invented, put your own in app/content/${file} (${kind}): ${invented.join(", ")}`;
  return check(file, invented.length > 0 && text, "nothing in it is marked as a placeholder");
}
