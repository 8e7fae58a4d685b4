import type { Settings } from "../../process/settings.server";
import { check, fail, ok, warn, type Finding } from "./finding";

const NOT_OWN = "still on example.com, set your own in .env";
const IN_SANDBOX = "unset: the sandbox answers in its place, to everybody; set it";
const NO_FORM = "unset: the form gives way to the mailbox; set it to take messages";
const NO_REDIS = "unset: each instance counts its limits by itself; several instances need one";
const NO_KEY = "set without CONTACT_FORM_ACCESS_KEY: set the service's key";

/** Checks the settings alone, without any call. */
export function settingsFindings(settings: Settings): Finding[] {
  const { production, siteUrl, placeholders, contactFormUrl } = settings;
  const isHttps = siteUrl.protocol === "https:";
  const noProxy = settings.trustedProxies.text === "0";
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
    CONTACT_EMAIL: placeholders.includes("CONTACT_EMAIL") && NOT_OWN,
    PRIVACY_EMAIL: placeholders.includes("PRIVACY_EMAIL") && NOT_OWN,
    links: links.length > 0 && `${NOT_OWN}: ${links.join(", ")}`,
  };
  /** Services that only a call can check where they are set. */
  const services: [name: string, value: string | undefined, unset: string][] = [
    ["CORE_API_URL", settings.coreApiUrl, IN_SANDBOX],
    ["AUTH_API_URL", settings.authApiUrl, IN_SANDBOX],
    ["CONTACT_FORM_URL", contactFormUrl, settings.sandbox ? IN_SANDBOX : NO_FORM],
    ["REDIS_URL", settings.redisUrl, NO_REDIS],
  ];
  const isUsed = ([, value]: (typeof services)[number]) => settings.isOpen || value !== undefined;
  const isKeyMissing = contactFormUrl !== undefined && !settings.contactFormAccessKey;
  return [
    ok("settings", `every variable is usable (APP_ENV ${settings.appEnv}, ${siteUrl.origin})`),
    ...settings.warnings.map(({ name, text }) => warn(name, text)),
    ...Object.entries(problems).map(([name, problem]) => check(name, problem, "as it should be")),
    ...services.flatMap((service) => (isUsed(service) ? [] : [warn(service[0], service[2])])),
    ...(isKeyMissing ? [fail("CONTACT_FORM_URL", NO_KEY)] : []),
  ];
}
