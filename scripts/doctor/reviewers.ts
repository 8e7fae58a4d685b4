import type { Catalogue } from "../../app/content/catalogue";
import { languages } from "../../server/languages.server";

/** Who has read a language's texts, by its code; null for nobody yet. */
export async function readReviewers(): Promise<Record<string, string | null>> {
  const read = languages.map(async (code) => {
    // The bundle holds every file that the pattern fits.
    const file = (await import(`../../app/content/catalogues/${code}.ts`)) as {
      default: Catalogue;
    };
    return [code, file.default.reviewedBy] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}
