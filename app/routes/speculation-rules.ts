import { prefetchedPaths } from "~/ui/site-link";
import { HYDRATED_DOCUMENT } from "~/lib/hydration";

/** What Chromium may fetch early while a page's links are still the browser's own: Remix prefetches once it follows them. */
export function loader() {
  const rules = {
    prefetch: [
      {
        where: {
          and: [
            { href_matches: prefetchedPaths.map((path) => (path === "/" ? path : `${path}{/}?`)) },
            { selector_matches: `html:not(${HYDRATED_DOCUMENT}) a` },
          ],
        },
        eagerness: "moderate",
      },
    ],
  };
  return new Response(JSON.stringify(rules), {
    headers: {
      "Content-Type": "application/speculationrules+json",
      "Cache-Control": "max-age=3600",
    },
  });
}
