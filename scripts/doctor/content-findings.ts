import { articles } from "../../app/content/articles";
import { films } from "../../app/content/films";
import { partnerRows } from "../../app/content/partners";
import { team } from "../../app/content/team";
import { ok, warn, type Finding } from "../../server/operations/doctor/finding";

interface Entry {
  title?: string;
  name: string;
  placeholder?: boolean;
}

/** Warns of every entry of the content that is invented until the company replaces it, with its file. */
export function contentFindings(): Finding[] {
  const articleEntries = articles.map((article) => ({ ...article, name: article.title }));
  const looks: Entry[] = Object.values(films).map((film) => ({ ...film, name: film.title }));
  return [
    ...findings("articles.ts", articleEntries, "article: date and address too"),
    ...findings("partners.ts", partnerRows.flat(), "partner: mark too"),
    ...findings("team.ts", team, "leader: words and portrait in public/pictures too"),
    ...findings("films.ts", looks, "look of the product: the film in public/media is drawn"),
  ];
}

function findings(file: string, entries: readonly Entry[], kind: string): Finding[] {
  const invented = entries.filter(({ placeholder }) => placeholder);
  if (invented.length === 0) return [ok(file, "nothing in it is marked as a placeholder")];
  const text = `invented, put your own in app/content/${file} (${kind})`;
  return invented.map(({ name }) => ({ ...warn(file, text), of: `"${name}"` }));
}
