import type { Settings } from "../../process/settings.server";
import { check, fail, ok, warn, type Finding } from "./finding";

/** The native reader who has reviewed a language's texts, by language code; null for nobody yet. */
export type Reviewers = Readonly<Record<string, string | null>>;

const NOT_OWN = "still on example.com, set your own in .env";

/** Checks the settings alone, without any call. */
export function settingsFindings(settings: Settings, reviewers: Reviewers): Finding[] {
  const { production, siteUrl, placeholders } = settings;
  const isHttps = siteUrl.protocol === "https:";
  const noProxy = settings.trustedProxies.text === "0";
  const unread = settings.languages.filter((code) => (reviewers[code] ?? null) === null);
  const links = placeholders.filter((name) => !name.endsWith("_EMAIL"));
  /** A problem by the setting that mends it; false where there is none. */
  const problems: Record<string, string | false> = {
    SESSION_SECRET:
      settings.sessionSecretIsRandom &&
      "random at each start: set 32 characters or more (openssl rand -hex 32)",
    SITE_URL:
      production && !isHttps && `${siteUrl.origin} is not https: set the public https origin`,
    // The server itself has no TLS, so an https origin, and usually a public site, means that a proxy is in front.
    TRUST_PROXY:
      noProxy &&
      (production || isHttps) &&
      "0, so all visitors behind a proxy count as one: set the number of proxies, or their addresses",
    METRICS_TOKEN:
      production &&
      settings.metricsToken === undefined &&
      "unset: /metrics is for this machine alone; for another set a token (openssl rand -hex 32)",
    LANGUAGES:
      unread.length > 0 &&
      `no native reader has signed it: have it read and name the reader in app/content/catalogues: ${unread.join(", ")}`,
    CONTACT_EMAIL: placeholders.includes("CONTACT_EMAIL") && NOT_OWN,
    PRIVACY_EMAIL: placeholders.includes("PRIVACY_EMAIL") && NOT_OWN,
    links: links.length > 0 && `${NOT_OWN}: ${links.join(", ")}`,
  };
  return [
    ok("settings", `every variable is usable (APP_ENV ${settings.appEnv}, ${siteUrl.origin})`),
    ...settings.warnings.map(({ name, text }) => warn(name, text)),
    ...Object.entries(problems).map(([name, problem]) => check(name, problem, "as it should be")),
    ...unsetServices(settings),
  ];
}

/** What is missing of the services that only a call can check when they are set. */
function unsetServices(settings: Settings): Finding[] {
  const { isOpen, sandbox, coreApiUrl, authApiUrl, contactFormUrl, redisUrl } = settings;
  const inSandbox = "unset: the sandbox answers in its place, to everybody; set it";
  const noForm = "unset: the form gives way to the mailbox; set it to take messages";
  const noRedis = "unset: each instance counts its limits by itself; several instances need one";
  const noKey = "set without CONTACT_FORM_ACCESS_KEY: set the service's key";
  const services = [
    ["CORE_API_URL", coreApiUrl, inSandbox],
    ["AUTH_API_URL", authApiUrl, inSandbox],
    ["CONTACT_FORM_URL", contactFormUrl, sandbox ? inSandbox : noForm],
    ["REDIS_URL", redisUrl, noRedis],
  ] as const;
  const unset = services.filter(([, value]) => !isOpen && value === undefined);
  const isKeyMissing = contactFormUrl !== undefined && !settings.contactFormAccessKey;
  return [
    ...unset.map(([name, , text]) => warn(name, text)),
    ...(isKeyMissing ? [fail("CONTACT_FORM_URL", noKey)] : []),
  ];
}
