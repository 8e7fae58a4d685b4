import type { Catalogue } from "../../app/content/catalogue";
import { articles } from "../../app/content/articles";
import { films } from "../../app/content/films";
import { partnerRows } from "../../app/content/partners";
import { team } from "../../app/content/team";
import { check, type Finding } from "../../server/operations/doctor/finding";

type Entry = { placeholder?: boolean | undefined } & ({ title: string } | { name: string });

/**
 * Warns of every entry of the content that is invented until the company replaces it, with its file, and of every
 * offered language that no native reader has signed.
 */
export async function contentFindings(languages: readonly string[]): Promise<Finding[]> {
  // A leader's title is an office.
  const leaders = team.map(({ name, placeholder }) => ({ name, placeholder }));
  return [
    finding("articles.ts", articles, "article: date and address too"),
    finding("partners.ts", partnerRows.flat(), "partner: mark too"),
    finding("team.ts", leaders, "leader: words and portrait in public/pictures too"),
    finding("films.ts", Object.values(films), "look: the film in public/media is drawn"),
    await unsignedLanguages(languages),
  ];
}

function finding(file: string, entries: readonly Entry[], kind: string): Finding {
  const invented = entries
    .filter(({ placeholder }) => placeholder)
    .map((entry) => `"${"title" in entry ? entry.title : entry.name}"`);
  const text = `invented, put your own in app/content/${file} (${kind}): ${invented.join(", ")}`;
  return check(file, invented.length > 0 && text, "nothing in it is marked as a placeholder");
}

async function unsignedLanguages(languages: readonly string[]): Promise<Finding> {
  const unsigned = [];
  for (const code of languages) {
    // esbuild bundles every file that matches the pattern.
    const file = (await import(`../../app/content/catalogues/${code}.ts`)) as {
      default: Catalogue;
    };
    if (file.default.reviewedBy === null) unsigned.push(code);
  }
  const text = `no native reader has signed it: have it read and name the reader in app/content/catalogues: ${unsigned.join(", ")}`;
  return check("LANGUAGES", unsigned.length > 0 && text, "a native reader has signed each");
}
