import type { MetaDescriptor } from "@remix-run/node";
import { pages, shareImage, type PageId } from "~/content/pages";
import { pageTitle } from "~/lib/page-title";
import { breadcrumbList } from "./breadcrumb-list";
import { errorTexts } from "./error-texts";
import { siteNameWithoutData } from "~/lib/site-name";

/** What a page's metadata needs of the settings; the root route's data has it. */
interface Site {
  siteName: string;
  siteUrl: string;
}

interface RouteMatch {
  id: string;
  data?: unknown;
}

/** The site's name and origin from the matches that Remix hands to a `meta` function. */
function siteOf(matches: readonly (RouteMatch | undefined)[]): Site {
  const root = matches.find((match) => match?.id === "root");
  // The root loader's own type; missing where no loader ran.
  return (root?.data as Site | undefined) ?? { siteName: siteNameWithoutData(), siteUrl: "" };
}

/**
 * Title, description, canonical URL and share texts of a page.
 *
 * @param id the page's entry in the table of pages
 * @param matches as Remix hands them to `meta`
 * @param path where the page differs from its entry (a referral code)
 */
export function pageMeta(
  id: PageId,
  matches: readonly (RouteMatch | undefined)[],
  path: string = pages[id].path,
): MetaDescriptor[] {
  const { siteName, siteUrl } = siteOf(matches);
  const { title, description, indexed } = pages[id];
  const url = siteUrl + path;
  const fullTitle = pageTitle(title, siteName);
  const descriptors: MetaDescriptor[] = [
    { title: fullTitle },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: siteName },
    { property: "og:title", content: fullTitle },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:image", content: `${siteUrl}/share/${id}.jpg` },
    { property: "og:image:width", content: String(shareImage.width) },
    { property: "og:image:height", content: String(shareImage.height) },
    { property: "og:image:alt", content: `A green road sign over a night road: ${title}` },
    { name: "twitter:card", content: "summary_large_image" },
  ];
  if (!indexed) return [...descriptors, { name: "robots", content: "noindex" }];
  const breadcrumbs = breadcrumbList(id, siteUrl);
  return breadcrumbs ? [...descriptors, { "script:ld+json": breadcrumbs }] : descriptors;
}

/**
 * Title and description of an error page. It has no canonical URL: it stands for no page.
 *
 * @param status of the answer
 * @param matches as Remix hands them to `meta`
 */
export function errorMeta(
  status: number,
  matches: readonly (RouteMatch | undefined)[],
): MetaDescriptor[] {
  const { title, text } = errorTexts(status);
  const { siteName } = siteOf(matches);
  return [
    { title: pageTitle(title, siteName) },
    { name: "description", content: text },
    { property: "og:site_name", content: siteName },
    { name: "robots", content: "noindex" },
  ];
}
