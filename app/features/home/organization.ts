import { socialAccounts } from "~/content/navigation";
import type { OutboundLinks } from "~/content/outbound-links";
import { company } from "~/content/pages";

/**
 * Organization and WebSite in schema.org's terms.
 *
 * @param siteUrl public origin, no trailing slash
 */
export function organization(siteName: string, siteUrl: string, links: OutboundLinks) {
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
