import { z } from "zod";

const addresses = [
  "COMMUNITY_URL",
  "TWITTER_URL",
  "LINKEDIN_URL",
  "MEDIUM_URL",
  "YOUTUBE_URL",
  "TELEGRAM_URL",
  "INSTAGRAM_URL",
  "SCHEDULING_URL",
  "BLOG_URL",
  "WHITEPAPER_URL",
  "WHITEPAPER_CUSTOMERS_URL",
  "WHITEPAPER_PULSEGEN_URL",
  "DOCS_PULSEGEN_URL",
  "DOCS_PULSESCOUT_URL",
  "DOCS_PULSENET_URL",
  "DOCS_PAXON_URL",
  "PROFILE_CEO_URL",
  "PROFILE_CTO_URL",
  "PROFILE_PR_URL",
  "PROFILE_COO_URL",
  "STORE_URL",
] as const;

type Address = (typeof addresses)[number];

/** Names of the variables that replace the site's placeholder links. */
export const outboundVariables = [...addresses, "APP_ID", "DEEP_LINK_SCHEME"] as const;

/**
 * The part of the settings schema that holds them; all optional.
 *
 * @param address what an address has to be
 */
export function outboundShape<Text extends z.ZodType<string>>(address: Text) {
  const optional = address.optional();
  return {
    ...(Object.fromEntries(addresses.map((name) => [name, optional])) as Record<
      Address,
      typeof optional
    >), // fromEntries forgets the keys it was given
    APP_ID: z
      .string()
      .regex(/^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/, "an Android application id such as com.example.app")
      .optional(),
    DEEP_LINK_SCHEME: z
      .string()
      .regex(/^[a-z][a-z0-9+.-]*$/, "a URL scheme in small letters, without ://")
      .refine(
        (text) => !/^(javascript|data|vbscript|https?|file)$/.test(text),
        "a scheme of your own",
      )
      .optional(),
  };
}
