import { socialAccounts } from "./navigation";
import type { OutboundLinks } from "./outbound-links";

/** The company and its site as schema.org data. */
export function organization(site: {
  siteName: string;
  /** Public origin, no trailing slash. */
  siteUrl: string;
  links: OutboundLinks;
}) {
  const { siteName, siteUrl, links } = site;
  const id = `${siteUrl}/#organization`;
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "Organization",
        "@id": id,
        name: siteName,
        url: `${siteUrl}/`,
        logo: `${siteUrl}/icon-512.png`,
        foundingDate: "2024",
        address: { "@type": "PostalAddress", addressCountry: "IN" },
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

/** Years of the copyright notices: the footer says 2025, the mobile menu 2024. */
export const copyrightYear = { footer: 2025, menu: 2024 } as const;
