import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { services } from "server/services.server";
import { socialAccounts } from "~/content/navigation";
import { outboundLinks } from "~/content/outbound-links";
import { company } from "~/content/pages";
import { LoaderOverlay } from "~/features/home/loader-overlay";
import { HomePage } from "~/features/home/home-page";
import type { PageHandle } from "~/features/shell/page-handle";
import { pageMeta } from "~/features/shell/page-meta";
import sheet from "~/styles/pages/home.css?url";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

export const handle: PageHandle = {
  publicCache: {},
  current: "Home",
  Overlay: LoaderOverlay,
};

export const meta: MetaFunction<typeof loader> = ({ data: organization, matches }) => [
  ...pageMeta("home", matches),
  { "script:ld+json": organization ?? {} },
];

/** The company and its site in schema.org's terms. */
export function loader() {
  const { siteName, siteUrl, outbound } = services().settings;
  const links = outboundLinks(outbound);
  const id = `${siteUrl.origin}/#organization`;
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "Organization",
        "@id": id,
        name: siteName,
        url: `${siteUrl.origin}/`,
        logo: siteUrl.origin + company.logo,
        foundingDate: String(company.foundingYear),
        address: { "@type": "PostalAddress", addressCountry: company.country },
        sameAs: socialAccounts.map((account) => links[account.id]),
      },
      {
        "@type": "WebSite",
        "@id": `${siteUrl.origin}/#website`,
        name: siteName,
        url: `${siteUrl.origin}/`,
        publisher: { "@id": id },
      },
    ],
  };
}

export default HomePage;
