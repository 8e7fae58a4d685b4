import { pages, type PageId } from "~/content/pages";

/**
 * The way from the home page to a page in schema.org's terms; null for the home page itself.
 *
 * @param siteUrl public origin, no trailing slash
 */
export function breadcrumbList(id: PageId, siteUrl: string) {
  if (id === "home") return null;
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
