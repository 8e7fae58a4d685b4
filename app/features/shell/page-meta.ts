import type { MetaArgs, MetaDescriptor } from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";
import { errorTexts } from "~/content/error-texts";
import { pages, shareImage, type PageId } from "~/content/pages";
import { siteOf } from "./site";

/** What replaces a page's entry: the title of its view or step, a translation, a path with a code or a language. */
type PageOverrides = { [part in "title" | "description" | "path"]?: string | undefined };

/** Title, description, canonical URL and share texts of a page. */
export function pageMeta(
  id: PageId,
  matches: MetaArgs["matches"],
  overrides: PageOverrides = {},
): MetaDescriptor[] {
  const { siteName, siteUrl } = siteOf(matches);
  const { indexed } = pages[id];
  const { description = pages[id].description } = overrides;
  const title = pageTitle(overrides.title ?? pages[id].title, siteName);
  const url = siteUrl + (overrides.path ?? pages[id].path);
  const shared = {
    type: "website",
    site_name: siteName,
    title,
    description,
    url,
    image: `${siteUrl}/share/${id}.jpg`,
    "image:width": String(shareImage.width),
    "image:height": String(shareImage.height),
  };
  const descriptors: MetaDescriptor[] = [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    ...Object.entries(shared).map(([name, content]) => ({ property: `og:${name}`, content })),
    { name: "twitter:card", content: "summary_large_image" },
  ];
  return indexed ? descriptors : [...descriptors, { name: "robots", content: "noindex" }];
}

/** Title and text for what was thrown. An error in the browser, or in rendering, has no status. */
export const textsOfError = (error: unknown) =>
  errorTexts(isRouteErrorResponse(error) ? error.status : 500);

/** Title and description of an error page. It has no canonical URL, because the address has no page. */
export function errorMeta(
  matches: MetaArgs["matches"],
  error: unknown,
  { title, text } = textsOfError(error),
): MetaDescriptor[] {
  return [
    { title: pageTitle(title, siteOf(matches).siteName) },
    { name: "description", content: text },
    { name: "robots", content: "noindex" },
  ];
}

/** Content of a page's `<title>` element. */
export function pageTitle(title: string, siteName: string): string {
  return `${title} | ${siteName}`;
}
