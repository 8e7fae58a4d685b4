import type { MetaFunction } from "@remix-run/node";
import { socialAccounts } from "~/content/navigation";
import { company } from "~/content/pages";
import { HomePage } from "~/features/home/home-page";
import { Loader } from "~/features/home/loader/loader";
import type { PageHandle } from "~/features/shell/page-handle";
import { pageMeta } from "~/features/shell/page-meta";
import { siteOf, type Site } from "~/features/shell/site";

export const handle: PageHandle = { publicCache: {}, current: "Home", Opening: Loader };

export const meta: MetaFunction = ({ matches }) => [
  ...pageMeta("home", matches),
  { "script:ld+json": organization(siteOf(matches)) },
];

/** The company and its site as schema.org data. */
function organization({ siteName, siteUrl, links }: Site) {
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

export default HomePage;
