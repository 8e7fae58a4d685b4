import { articles } from "../../app/content/articles";
import { films } from "../../app/content/films";
import { partnerRows } from "../../app/content/partners";
import { team } from "../../app/content/team";

/** A list of content that may contain invented entries, each marked `placeholder: true`. */
export interface PlaceholderList {
  /** Name of the file in app/content. */
  file: string;
  entries: readonly { name: string; placeholder: boolean }[];
  /** What an entry is, and what else is invented besides its name. */
  kind: string;
  also: string;
}

const listEntry = (name: string, entry: object) => ({ name, placeholder: "placeholder" in entry });

/** All lists whose placeholders the company replaces before the site is public. */
export const placeholderLists: readonly PlaceholderList[] = [
  {
    file: "articles.ts",
    entries: articles.map((article) => listEntry(article.title, article)),
    kind: "article",
    also: "date and address too",
  },
  {
    file: "partners.ts",
    entries: partnerRows.flat().map((partner) => listEntry(partner.name, partner)),
    kind: "partner",
    also: "mark too",
  },
  {
    file: "team.ts",
    entries: team.map((member) => listEntry(member.name, member)),
    kind: "leader",
    also: "words and portrait in public/pictures too",
  },
  {
    file: "films.ts",
    entries: Object.values(films).map((film) => listEntry(film.title, film)),
    kind: "look of the product",
    also: "the film in public/media is drawn",
  },
];
