import { isIP } from "node:net";
import { z } from "zod";
import { readTrustedProxies } from "./request-context.server";
import { languages } from "./languages.server";

// Every variable of the environment is described here once: its form, its default and the sentence for a wrong one.

/** An http or https URL without credentials, which would reach logs. Its text has to match `form`. */
const httpUrl = (form: RegExp, message: string) =>
  z.string().refine((text) => {
    const url = URL.parse(text);
    const isHttp = url !== null && /^https?:$/.test(url.protocol);
    return isHttp && !url.username && !url.password && form.test(text);
  }, message);

const link = httpUrl(/./, "an http or https URL without credentials");

/** A base URL to which paths are appended: a query or a fragment would be lost. */
const baseUrl = httpUrl(/^[^?#]+$/, "an http or https URL without credentials, query and fragment");

/** The proxy appends paths to the text of the origin, so the text may not end with a slash. */
const origin = httpUrl(
  /^https?:\/\/[^\s/\\?#]+$/i,
  "an http or https origin such as https://pulse.example.com, without path or slash at its end",
);

/** An address to listen on. Numeric addresses have neither brackets nor port, as Node expects them. */
const host = z
  .string()
  .refine(
    (text) =>
      isIP(text.replace(/%.*$/, "")) > 0 || /^[a-z0-9](?:[a-z0-9_.-]*[a-z0-9])?$/i.test(text),
    "an address or a name of this machine, without scheme, brackets and port",
  );

/** A bearer token of printable ASCII characters. A space would end it in the header. */
const token = z
  .string()
  .regex(/^[\x21-\x7e]+$/, "letters, digits or signs of ASCII, without spaces");

/** ioredis interprets every parameter but `family` as an option of its own, so no other is allowed. */
const redisUrl = z.string().refine((text) => {
  const url = URL.parse(text);
  if (url === null || !/^rediss?:$/.test(url.protocol) || url.hostname === "") return false;
  return (
    /^\/?\d*$/.test(url.pathname) && [...url.searchParams.keys()].every((name) => name === "family")
  );
}, "redis://HOST:PORT[/DB], or rediss:// for TLS");

const wholeNumber = (least: number, most: number, what = "a number of milliseconds") => {
  const error = `${what} from ${least} to ${most}`;
  return z.coerce.number({ error }).pipe(z.int(error).min(least, error).max(most, error));
};

const oneOf = <const Name extends string>(...names: Name[]) =>
  z.enum(names, { error: `${names.slice(0, -1).join(", ")} or ${names.at(-1)}` });

const mailbox = z.string().regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, "an e-mail address");

const secrets = z
  .string()
  .transform((text) => text.split(",").map((secret) => secret.trim()))
  .refine(
    (list) => list.every((secret) => secret.length >= 32),
    "one or more secrets of at least 32 characters, separated by commas",
  );

const trustedProxies = z.string().transform((text, context) => {
  try {
    return readTrustedProxies(text);
  } catch {
    const message =
      "a number of hops from 0 to 16, or addresses and CIDR ranges separated by commas";
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  }
});

const offeredLanguages = z
  .string()
  .transform((text) => [...new Set(text.split(",").map((code) => code.trim()))])
  .refine(
    (codes) => codes.every((code) => languages.some((language) => language === code)),
    `languages of the deletion page, separated by commas, of: ${languages.join(" ")}`,
  );

const outbound = {
  COMMUNITY_URL: link.optional(),
  TWITTER_URL: link.optional(),
  LINKEDIN_URL: link.optional(),
  MEDIUM_URL: link.optional(),
  YOUTUBE_URL: link.optional(),
  TELEGRAM_URL: link.optional(),
  INSTAGRAM_URL: link.optional(),
  SCHEDULING_URL: link.optional(),
  BLOG_URL: link.optional(),
  WHITEPAPER_URL: link.optional(),
  WHITEPAPER_CUSTOMERS_URL: link.optional(),
  WHITEPAPER_PULSEGEN_URL: link.optional(),
  DOCS_PULSEGEN_URL: link.optional(),
  DOCS_PULSESCOUT_URL: link.optional(),
  DOCS_PULSENET_URL: link.optional(),
  DOCS_PAXON_URL: link.optional(),
  PROFILE_CEO_URL: link.optional(),
  PROFILE_CTO_URL: link.optional(),
  PROFILE_PR_URL: link.optional(),
  PROFILE_COO_URL: link.optional(),
  STORE_URL: link.optional(),
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

/** Names of the variables that replace the site's placeholder links. */
export const outboundVariables = Object.keys(outbound) as (keyof typeof outbound)[]; // it has no other keys

export const settingsSchema = z.object({
  PORT: wholeNumber(0, 65_535, "a port").default(3000),
  HOST: host.optional(),
  APP_ENV: oneOf("development", "test", "production").default("development"),
  SITE_URL: origin.optional(),
  SITE_NAME: z.string().max(200, "at most 200 characters").default("Pulse"),
  CONTACT_EMAIL: mailbox.default("hello@example.com"),
  PRIVACY_EMAIL: mailbox.default("privacy@example.com"),
  CORE_API_URL: baseUrl.optional(),
  AUTH_API_URL: baseUrl.optional(),
  CONTACT_FORM_URL: link.optional(),
  CONTACT_FORM_ACCESS_KEY: z.string().optional(),
  SESSION_SECRET: secrets.optional(),
  REDIS_URL: redisUrl.optional(),
  TRUST_PROXY: trustedProxies.prefault("0"),
  UPSTREAM_TIMEOUT_MS: wholeNumber(100, 60_000).default(5000),
  DRAIN_GRACE_MS: wholeNumber(0, 60_000).default(2000),
  LOG_LEVEL: oneOf("trace", "debug", "info", "warn", "error", "fatal", "silent").default("info"),
  METRICS_TOKEN: token.optional(),
  LANGUAGES: offeredLanguages.optional(),
  SANDBOX: oneOf("auto", "off").default("auto"),
  SANDBOX_DB: z.string().default(".data/sandbox.duckdb"),
  ...outbound,
});
