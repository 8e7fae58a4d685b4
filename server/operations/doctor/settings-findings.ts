import type { Settings } from "../../process/settings.server";
import { fail, ok, warn, type Finding } from "./finding";

/** Placeholder addresses, mailboxes and application ids that the company replaces by its own. */
const PLACEHOLDER = /(^|[/@.])example\.com\b|^com\.example\./;

/** The native reader who has reviewed a language's texts, by language code; null for nobody yet. */
export type Reviewers = Readonly<Record<string, string | null>>;

/** Checks the settings alone, without any call. */
export function settingsFindings(settings: Settings, reviewers: Reviewers): Finding[] {
  return [
    ok("settings", `every variable is usable (APP_ENV ${settings.appEnv})`),
    ...settings.warnings.map(({ name, text }) => warn(name, text)),
    sessionSecret(settings),
    siteUrl(settings),
    trustProxy(settings),
    metricsToken(settings),
    contactForm(settings),
    ...offeredLanguages(settings, reviewers),
    placeholder("CONTACT_EMAIL", settings.contactEmail),
    placeholder("PRIVACY_EMAIL", settings.privacyEmail),
    ...outboundLinks(settings),
  ];
}

function sessionSecret({ sessionSecretIsRandom, sessionSecrets }: Settings): Finding {
  const subject = "SESSION_SECRET";
  return sessionSecretIsRandom
    ? warn(subject, "random at each start: set 32 characters or more (openssl rand -hex 32)")
    : ok(subject, `${sessionSecrets.length} set; the first seals`);
}

function siteUrl({ production, siteUrl }: Settings): Finding {
  const subject = "SITE_URL";
  return production && siteUrl.protocol !== "https:"
    ? warn(subject, `${siteUrl.origin} is not https: set the public https origin`)
    : ok(subject, siteUrl.origin);
}

/** The server itself has no TLS, so an https origin, and usually a public site, means that a proxy is in front. */
function trustProxy({ production, siteUrl, trustedProxies }: Settings): Finding {
  const subject = "TRUST_PROXY";
  const { text } = trustedProxies;
  return text === "0" && (production || siteUrl.protocol === "https:")
    ? warn(
        subject,
        "0, so all visitors behind a proxy count as one: set the number of proxies in front, or their addresses",
      )
    : ok(subject, text);
}

function metricsToken({ production, exposure, metricsToken }: Settings): Finding {
  const subject = "METRICS_TOKEN";
  if (metricsToken !== undefined) return ok(subject, "/metrics wants it");
  if (exposure === "open") return ok(subject, "unset: /metrics is open");
  const text = "unset: /metrics is for this machine alone";
  return production
    ? warn(subject, `${text}; for another machine set a token (openssl rand -hex 32)`)
    : ok(subject, text);
}

function contactForm(settings: Settings): Finding {
  const { contactFormUrl, contactFormAccessKey, sandbox, exposure } = settings;
  const subject = "CONTACT_FORM_URL";
  if (contactFormUrl !== undefined) {
    return contactFormAccessKey === undefined
      ? fail(subject, "set without CONTACT_FORM_ACCESS_KEY: set the service's key")
      : ok(subject, "set, with its key");
  }
  if (!sandbox) {
    return warn(subject, "unset: the form gives way to the mailbox; set it to take messages");
  }
  return exposure === "open"
    ? ok(subject, "unset: the sandbox takes the messages")
    : warn(subject, "unset: the sandbox takes messages that nobody is sent: set it");
}

/** Warns of offered languages that no native reader of the company has reviewed. */
function offeredLanguages({ languages }: Settings, reviewers: Reviewers): Finding[] {
  const subject = "LANGUAGES";
  const unreviewed = languages.filter((code) => (reviewers[code] ?? null) === null);
  const text =
    "no native reader has signed it: have it read and name the reader in app/content/catalogues";
  return unreviewed.length === 0
    ? [ok(subject, `${languages.join(", ")}: each read by a native reader`)]
    : unreviewed.map((of) => ({ ...warn(subject, text), of }));
}

/** Unset links lead to `https://example.com/…`. The default of `DEEP_LINK_SCHEME` is the app's real scheme. */
function outboundLinks({ outbound }: Settings): Finding[] {
  return Object.entries(outbound)
    .filter(([subject]) => subject !== "DEEP_LINK_SCHEME")
    .map(([subject, target]) => placeholder(subject, target));
}

function placeholder(subject: string, value: string | undefined): Finding {
  return value === undefined || PLACEHOLDER.test(value)
    ? { ...warn("placeholders", "still on example.com, set your own in .env"), of: subject }
    : ok(subject, value);
}
