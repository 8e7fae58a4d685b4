import type { MetaDescriptor } from "@remix-run/node";
import type { NamedLanguage } from "server/process/languages.server";
import { pages } from "~/content/pages";
import { siteOf } from "~/features/shell/site";

/** What the layout's loader says of the page's language. */
export interface PageLanguage {
  language: NamedLanguage;
  /** Address of the script that holds its texts; null while developing. */
  texts: string | null;
  /** All that the page can be read in, the first for who asks for none of them; empty where there is only one. */
  offered: NamedLanguage[];
}

/** The route whose data it is. */
const LAYOUT = "routes/deletion-layout";

type Matches = readonly ({ id: string; data?: unknown } | undefined)[];

const ENGLISH: PageLanguage = {
  language: { code: "en", name: "English", direction: "ltr", script: "Latn" },
  texts: null,
  offered: [],
};

/** The page's language from the matches that Remix hands to a `meta` function. */
export function pageLanguageOf(matches: Matches): PageLanguage {
  const layout = matches.find((match) => match?.id === LAYOUT);
  return (layout?.data as PageLanguage | undefined) ?? ENGLISH; // what its loader returns
}

/** The page's own address in a language: the one without a query belongs to the first. */
export function addressIn(code: string, offered: readonly NamedLanguage[]): string {
  const { path } = pages.deleteUser;
  return code === (offered[0]?.code ?? code) ? path : `${path}?lang=${code}`;
}

/** Where search engines find the page in each language, and for who reads none of them. */
export function alternates(matches: Parameters<typeof siteOf>[0]): MetaDescriptor[] {
  const { siteUrl } = siteOf(matches);
  return alternateAddresses(pageLanguageOf(matches).offered).map(([hrefLang, address]) => ({
    tagName: "link" as const,
    rel: "alternate",
    hrefLang,
    href: siteUrl + address,
  }));
}

/** The page's addresses by language, and the one of who reads none of them; none where there is one language. */
export function alternateAddresses(
  offered: readonly NamedLanguage[],
): (readonly [hrefLang: string, address: string])[] {
  if (offered.length < 2) return [];
  return [
    ...offered.map(({ code }) => [code, addressIn(code, offered)] as const),
    ["x-default", pages.deleteUser.path],
  ];
}
