import type { MetaDescriptor } from "@remix-run/node";
import { pages, shareImage, type PageId } from "~/content/pages";
import { siteOf } from "./site";

/** As Remix hands them to `meta`. */
type Matches = Parameters<typeof siteOf>[0];

/** Where a page differs from its entry in the table of pages. */
interface PageDifference {
  /** A view or a step of the page. */
  title?: string | undefined;
  /** In another language. */
  description?: string | undefined;
  /** What the share picture shows, in another language. */
  picture?: string | undefined;
  /** A referral code, or a language. */
  path?: string | undefined;
}

/** Title, description, canonical URL and share texts of a page. */
export function pageMeta(
  id: PageId,
  matches: Matches,
  difference: PageDifference = {},
): MetaDescriptor[] {
  const { siteName, siteUrl } = siteOf(matches);
  const { indexed } = pages[id];
  const { description = pages[id].description } = difference;
  const title = pageTitle(difference.title ?? pages[id].title, siteName);
  const descriptors: MetaDescriptor[] = [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: siteUrl + (difference.path ?? pages[id].path) },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: siteName },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: siteUrl + (difference.path ?? pages[id].path) },
    { property: "og:image", content: `${siteUrl}/share/${id}.jpg` },
    { property: "og:image:width", content: String(shareImage.width) },
    { property: "og:image:height", content: String(shareImage.height) },
    // The picture is drawn from the entry's own title.
    {
      property: "og:image:alt",
      content: difference.picture ?? `A green road sign over a night road: ${pages[id].title}`,
    },
    { name: "twitter:card", content: "summary_large_image" },
  ];
  if (!indexed) return [...descriptors, { name: "robots", content: "noindex" }];
  return id === "home" ? descriptors : [...descriptors, { "script:ld+json": wayTo(id, siteUrl) }];
}

/** Title and description of an error page. It has no canonical URL: it stands for no page. */
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

/** Whether a page was refused to who is not known, or who guesses. */
export function isRefusal(status: number): boolean {
  return status === 401 || status === 429;
}

/** What an error page says of itself: its title and one sentence. Nothing of the error's inside. */
export function errorTexts(status: number): { title: string; text: string } {
  if (status === 404) {
    return { title: "Page Not Found", text: "There is no page at this address." };
  }
  if (isRefusal(status)) {
    return { title: "For operators", text: "This page is for those who run the site." };
  }
  return {
    title: "Something went wrong",
    text:
      status < 500
        ? "This page cannot do what was asked of it."
        : "The page could not be made. Try again in a moment.",
  };
}

export function pageTitle(title: string, siteName: string): string {
  return `${title} | ${siteName}`;
}

/** The way from the home page to a page in schema.org's terms. */
function wayTo(id: PageId, siteUrl: string) {
  const page = pages[id];
  const way: PageId[] = "under" in page ? ["home", page.under, id] : ["home", id];
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: way.map((step, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: step === "home" ? "Home" : pages[step].title,
      item: siteUrl + pages[step].path,
    })),
  };
}
