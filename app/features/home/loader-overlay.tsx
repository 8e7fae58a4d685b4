import { lazy, Suspense, useEffect, type ComponentType } from "react";
import { socialAccounts } from "~/content/navigation";
import type { OutboundLinks } from "~/content/outbound-links";
import { company } from "~/content/pages";
import { jsonForScript } from "~/lib/json-for-script";
import { useNonce } from "~/features/shell/document-context";
import type { OverlayProps } from "~/features/shell/page-handle";
import { useSite } from "~/features/shell/site";
import { leaveLoader, useFirstVisit, wantsLoader } from "./loader/first-visit";

/** When the style sheet's cover leaves by itself: a page that was seen is not covered again. */
const COVER_MS = 4_000;

/** Only first visits need it; one whose loader cannot be fetched, or not in time, goes on without. */
const Loader = lazy<ComponentType>(() => {
  const tooLate = new Promise<never>((_resolve, reject) => setTimeout(reject, COVER_MS));
  return Promise.race([import("./loader/loader"), tooLate]).then(
    (module) => ({ default: module.Loader }),
    () => {
      leaveLoader();
      return { default: () => null };
    },
  );
});

/** Before the home page: what search engines are told of the company, and the loader of a first visit. */
export function LoaderOverlay({ onCover }: OverlayProps) {
  const firstVisit = useFirstVisit();
  useEffect(() => {
    onCover(firstVisit);
    return () => onCover(false);
  }, [firstVisit, onCover]);
  return (
    <>
      <Organization />
      <CoverScript />
      {firstVisit && (
        <Suspense>
          <Loader />
        </Suspense>
      )}
    </>
  );
}

/** The company in schema.org's terms: read in the document alone, so the browser leaves it as it came. */
function Organization() {
  const { siteName, siteUrl, links } = useSite();
  const html = import.meta.env.SSR ? jsonForScript(organization(siteName, siteUrl, links)) : "{}";
  return (
    <script
      type="application/ld+json"
      nonce={useNonce()}
      suppressHydrationWarning // browsers hide the nonce from scripts, so it never matches
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/**
 * Organization and WebSite in schema.org's terms.
 *
 * @param siteUrl public origin, no trailing slash
 */
function organization(siteName: string, siteUrl: string, links: OutboundLinks) {
  const id = `${siteUrl}/#organization`;
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "Organization",
        "@id": id,
        name: siteName,
        url: `${siteUrl}/`,
        logo: siteUrl + company.logo,
        foundingDate: String(company.foundingYear),
        address: { "@type": "PostalAddress", addressCountry: company.country },
        sameAs: socialAccounts.map((account) => links[account.id]),
      },
      {
        "@type": "WebSite",
        "@id": `${siteUrl}/#website`,
        name: siteName,
        url: `${siteUrl}/`,
        publisher: { "@id": id },
      },
    ],
  };
}

/**
 * Covers the page before its first paint where the loader will follow, so that the page does not flash
 * up before it: on a throttled phone hydration, which brings the loader, comes 2 s after the first paint.
 * The style sheet takes the cover away by itself should the loader never come.
 */
function CoverScript() {
  // What was wanted while the page was prerendered may not be wanted when it is opened, and nothing would uncover it.
  const source = `if(!document.prerendering&&(${wantsLoader.toString()})())document.documentElement.dataset.cover=""`;
  return (
    <script
      nonce={useNonce()}
      suppressHydrationWarning // the server's source is not the browser's minified one
      dangerouslySetInnerHTML={{ __html: source }}
    />
  );
}
