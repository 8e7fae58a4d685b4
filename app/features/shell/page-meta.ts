import type { MetaDescriptor } from "@remix-run/node";
import { pages, shareImage, type PageId } from "~/content/pages";
import { siteOf } from "./site";

/** The route matches that Remix passes to `meta`. */
type Matches = Parameters<typeof siteOf>[0];

/** Values that replace those of the page's entry in `pages`. */
interface PageOverrides {
  /** Title of a view or a step of the page. */
  title?: string | undefined;
  /** Description in another language. */
  description?: string | undefined;
  /** Alternative text of the share picture in another language. */
  picture?: string | undefined;
  /** Path with a referral code or a language. */
  path?: string | undefined;
}

/** Title, description, canonical URL and share texts of a page. */
export function pageMeta(
  id: PageId,
  matches: Matches,
  overrides: PageOverrides = {},
): MetaDescriptor[] {
  const { siteName, siteUrl } = siteOf(matches);
  const { indexed } = pages[id];
  const { description = pages[id].description } = overrides;
  const title = pageTitle(overrides.title ?? pages[id].title, siteName);
  const url = siteUrl + (overrides.path ?? pages[id].path);
  const descriptors: MetaDescriptor[] = [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: siteName },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:image", content: `${siteUrl}/share/${id}.jpg` },
    { property: "og:image:width", content: String(shareImage.width) },
    { property: "og:image:height", content: String(shareImage.height) },
    // The share picture shows the title of the page's entry, never an override.
    {
      property: "og:image:alt",
      content: overrides.picture ?? `A green road sign over a night road: ${pages[id].title}`,
    },
    { name: "twitter:card", content: "summary_large_image" },
  ];
  if (!indexed) return [...descriptors, { name: "robots", content: "noindex" }];
  return id === "home" ? descriptors : [...descriptors, { "script:ld+json": trailTo(id, siteUrl) }];
}

/** Title and description of an error page. It has no canonical URL, because the address has no page. */
export function errorMeta(
  status: number,
  matches: Matches,
  { title, text } = errorTexts(status),
): MetaDescriptor[] {
  const { siteName } = siteOf(matches);
  return [
    { title: pageTitle(title, siteName) },
    { name: "description", content: text },
    { property: "og:site_name", content: siteName },
    { name: "robots", content: "noindex" },
  ];
}

/** Title and text of an error page. They contain no details of the error. */
export function errorTexts(status: number): { title: string; text: string } {
  if (status === 404) {
    return { title: "Page Not Found", text: "There is no page at this address." };
  }
  if (status === 504) {
    return { title: "No answer came", text: "Nothing is shown here yet. Try again in a moment." };
  }
  return {
    title: "Something went wrong",
    text:
      status < 500
        ? "This page cannot do what was asked of it."
        : "The page could not be made. Try again in a moment.",
  };
}

/** Content of a page's `<title>` element. */
export function pageTitle(title: string, siteName: string): string {
  return `${title} | ${siteName}`;
}

/** The breadcrumbs from the home page to a page as schema.org data. */
function trailTo(id: PageId, siteUrl: string) {
  const page = pages[id];
  const ids: PageId[] = "under" in page ? ["home", page.under, id] : ["home", id];
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: ids.map((step, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: step === "home" ? "Home" : pages[step].title,
      item: siteUrl + pages[step].path,
    })),
  };
}
