/** An outbound link: the environment variable that overrides its address, and the default address. */
interface OutboundEntry {
  variable: string;
  fallback: string;
}

/** All addresses of other sites to which pages link. */
export const outboundTable = {
  community: { variable: "COMMUNITY_URL", fallback: "https://example.com/community" },
  twitter: { variable: "TWITTER_URL", fallback: "https://example.com/twitter" },
  linkedin: { variable: "LINKEDIN_URL", fallback: "https://example.com/linkedin" },
  medium: { variable: "MEDIUM_URL", fallback: "https://example.com/medium" },
  youtube: { variable: "YOUTUBE_URL", fallback: "https://example.com/youtube" },
  telegram: { variable: "TELEGRAM_URL", fallback: "https://example.com/telegram" },
  instagram: { variable: "INSTAGRAM_URL", fallback: "https://example.com/instagram" },
  scheduling: { variable: "SCHEDULING_URL", fallback: "https://example.com/book-a-call" },
  blog: { variable: "BLOG_URL", fallback: "https://example.com/blog" },
  whitepaper: { variable: "WHITEPAPER_URL", fallback: "https://example.com/whitepaper" },
  whitepaperCustomers: {
    variable: "WHITEPAPER_CUSTOMERS_URL",
    fallback: "https://example.com/whitepaper/customers",
  },
  whitepaperPulseGen: {
    variable: "WHITEPAPER_PULSEGEN_URL",
    fallback: "https://example.com/whitepaper/pulsegen",
  },
  docsPulseGen: { variable: "DOCS_PULSEGEN_URL", fallback: "https://example.com/docs/pulsegen" },
  docsPulseScout: {
    variable: "DOCS_PULSESCOUT_URL",
    fallback: "https://example.com/docs/pulsescout",
  },
  docsPulseNet: { variable: "DOCS_PULSENET_URL", fallback: "https://example.com/docs/pulsenet" },
  docsPAxon: { variable: "DOCS_PAXON_URL", fallback: "https://example.com/docs/p-axon" },
  profileCeo: { variable: "PROFILE_CEO_URL", fallback: "https://example.com/team/ceo" },
  profileCto: { variable: "PROFILE_CTO_URL", fallback: "https://example.com/team/cto" },
  profilePr: { variable: "PROFILE_PR_URL", fallback: "https://example.com/team/pr" },
  profileCoo: { variable: "PROFILE_COO_URL", fallback: "https://example.com/team/coo" },
  store: { variable: "STORE_URL", fallback: "https://example.com/store" },
  appId: { variable: "APP_ID", fallback: "com.example.pulsescout" },
  deepLinkScheme: { variable: "DEEP_LINK_SCHEME", fallback: "pulsescout" },
} as const satisfies Record<string, OutboundEntry>;

export type OutboundId = keyof typeof outboundTable;
export type OutboundLinks = Record<OutboundId, string>;

const ids = Object.keys(outboundTable) as OutboundId[]; // the keys of a const object are its ids

/**
 * The addresses of the outbound links.
 *
 * @param overrides addresses by variable name, from the settings
 */
export function outboundLinks(overrides: Readonly<Record<string, string | undefined>>) {
  const addresses = ids.map((id) => {
    const { variable, fallback } = outboundTable[id];
    return [id, overrides[variable] ?? fallback];
  });
  return Object.fromEntries(addresses) as OutboundLinks; // one pair for every id
}
