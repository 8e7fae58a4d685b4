import { describeTrust } from "../../process/client-address.server";
import type { Settings } from "../../process/settings.server";
import type { Finding } from "./finding";

/** Addresses, mailboxes and application ids that are nobody's. */
const PLACEHOLDER = /(^|[/@.])example\.com\b|^com\.example\./;

/** Who has read a language's texts, by its code; null for nobody yet. */
export type Reviewers = Readonly<Record<string, string | null>>;

/** What the settings alone tell, without asking anyone. */
export function settingsFindings(settings: Settings, reviewers: Reviewers): Finding[] {
  return [
    {
      state: "ok",
      subject: "settings",
      text: `every variable is usable (APP_ENV ${settings.appEnv})`,
    },
    ...settings.warnings.map(({ name, text }): Finding => ({ state: "warn", subject: name, text })),
    sessionSecret(settings),
    siteUrl(settings),
    trustProxy(settings),
    metricsToken(settings),
    contactForm(settings),
    ...offeredLanguages(settings, reviewers),
    ...mailboxes(settings),
    ...outboundLinks(settings),
  ];
}

function sessionSecret({ sessionSecretIsRandom, sessionSecrets }: Settings): Finding {
  const subject = "SESSION_SECRET";
  return sessionSecretIsRandom
    ? {
        state: "warn",
        subject,
        text: "random at each start: set 32 characters or more (openssl rand -hex 32)",
      }
    : { state: "ok", subject, text: `${sessionSecrets.length} set; the first seals` };
}

function siteUrl({ production, siteUrl }: Settings): Finding {
  const subject = "SITE_URL";
  return production && siteUrl.protocol !== "https:"
    ? {
        state: "warn",
        subject,
        text: `${siteUrl.origin} is not https: set the public https origin`,
      }
    : { state: "ok", subject, text: siteUrl.origin };
}

/** This server speaks no TLS itself, so an https origin, and mostly a public one, means a proxy in front. */
function trustProxy({ production, siteUrl, trustedProxies }: Settings): Finding {
  const subject = "TRUST_PROXY";
  const text = describeTrust(trustedProxies);
  return text === "0" && (production || siteUrl.protocol === "https:")
    ? {
        state: "warn",
        subject,
        text: "0, so all visitors behind a proxy count as one: set the number of proxies in front, or their addresses",
      }
    : { state: "ok", subject, text };
}

/** What is there without a token. */
const WITHOUT_TOKEN = {
  open: { state: "ok", text: "unset: /metrics and the operators' page are open" },
  loopback: {
    state: "ok",
    text: "unset: /metrics and the operators' page are for this machine alone",
  },
  closed: {
    state: "warn",
    text: "unset: there is neither /metrics nor an operators' page: set a token (openssl rand -hex 32)",
  },
} as const;

function metricsToken({ exposure, metricsToken }: Settings): Finding {
  const subject = "METRICS_TOKEN";
  return metricsToken === undefined
    ? { subject, ...WITHOUT_TOKEN[exposure] }
    : { state: "ok", subject, text: "/metrics and the operators' page want it" };
}

function contactForm(settings: Settings): Finding {
  const { contactFormUrl, contactFormAccessKey, sandbox, exposure } = settings;
  const subject = "CONTACT_FORM_URL";
  if (contactFormUrl === undefined) {
    if (!sandbox) {
      const text = "unset: the form gives way to the mailbox; set it to take messages";
      return { state: "warn", subject, text };
    }
    return exposure === "open"
      ? { state: "ok", subject, text: "unset: the sandbox takes the messages" }
      : {
          state: "warn",
          subject,
          text: "unset: the sandbox takes messages that nobody is sent: set it",
        };
  }
  return contactFormAccessKey === undefined
    ? { state: "FAIL", subject, text: "set without CONTACT_FORM_ACCESS_KEY: set the service's key" }
    : { state: "ok", subject, text: "set, with its key" };
}

/** Nobody should be offered a language that nobody of the company's has read. */
function offeredLanguages({ languages }: Settings, reviewers: Reviewers): Finding[] {
  const subject = "LANGUAGES";
  const unread = languages.filter((code) => (reviewers[code] ?? null) === null);
  const text =
    "no native reader has signed it: have it read and name the reader in app/content/catalogues";
  return unread.length === 0
    ? [{ state: "ok", subject, text: `${languages.join(", ")}: each read by a native reader` }]
    : unread.map((of) => ({ state: "warn", subject, text, of }));
}

function mailboxes({ contactEmail, privacyEmail }: Settings): Finding[] {
  return Object.entries({ CONTACT_EMAIL: contactEmail, PRIVACY_EMAIL: privacyEmail }).map(
    ([subject, mailbox]) => placeholder(subject, mailbox),
  );
}

/** Links that are unset lead to `https://example.com/…`; the scheme's default is the app's own. */
function outboundLinks({ outbound }: Settings): Finding[] {
  return Object.entries(outbound)
    .filter(([subject]) => subject !== "DEEP_LINK_SCHEME")
    .map(([subject, target]) => placeholder(subject, target));
}

function placeholder(subject: string, value: string | undefined): Finding {
  return value === undefined || PLACEHOLDER.test(value)
    ? {
        state: "warn",
        subject: "placeholders",
        text: "still on example.com, set your own in .env",
        of: subject,
      }
    : { state: "ok", subject, text: value };
}
