import { existsSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { isLoopback } from "./request-context.server";
import { readEnvFile } from "./env-file.server.js";
import { languages } from "./languages.server";
import { inProject } from "./project-root.server";
import { outboundVariables, settingsSchema } from "./settings-schema.server";

/** Names of every variable the product reads, for the check that `.env.example` is complete. */
export const variableNames = Object.keys(settingsSchema.shape);

const neededInProduction = ["CORE_API_URL", "AUTH_API_URL", "SESSION_SECRET", "SITE_URL"] as const;
const upstreams = ["CORE_API_URL", "AUTH_API_URL"] as const;
const realNames: readonly string[] = [...upstreams, "CONTACT_FORM_URL"];

/** Values in quotes, which Docker passes on. */
const QUOTED = /^(?:"([^"]*)"|'([^']*)')$/;

/** Placeholder addresses, mailboxes and application ids that the company replaces by its own. */
const PLACEHOLDER = /(^|[/@.])example\.com\b|^com\.example\./;

export type Settings = ReturnType<typeof parseSettings>;

/** Thrown by {@link parseSettings}: one line per bad variable, each with what it should be. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The settings are not usable:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.name = "SettingsError";
  }
}

/**
 * Parses settings and fills in defaults.
 *
 * @param environment as `process.env`; empty text counts as unset, and quotes are removed
 * @param fileProblems problems of the file that some of the variables are from
 * @throws SettingsError naming every bad variable at once
 */
export function parseSettings(
  environment: Record<string, string | undefined>,
  fileProblems: readonly string[] = [],
) {
  const texts: Record<string, string> = {};
  for (const [name, text = ""] of Object.entries(environment)) {
    const value = text.trim();
    const [, double, unquoted = double ?? value] = QUOTED.exec(value) ?? [];
    if (unquoted !== "") texts[name] = unquoted;
  }
  const parsed = settingsSchema.safeParse(texts);
  const problems = [...fileProblems];
  for (const issue of parsed.error?.issues ?? [])
    problems.push(`${issue.path.join(".")}: should be ${issue.message}`);

  const missing = (name: string) => texts[name] === undefined;
  const need = (name: string, when: string) => problems.push(`${name}: is needed when ${when}`);
  if (texts.APP_ENV === "production") {
    for (const name of neededInProduction.filter(missing)) need(name, "APP_ENV is production");
  } else if (texts.SANDBOX === "off") {
    for (const name of upstreams.filter(missing)) need(name, "SANDBOX is off");
  }
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems);

  const values = parsed.data;
  const production = values.APP_ENV === "production";
  const siteUrl = new URL(values.SITE_URL ?? `http://localhost:${values.PORT}`);
  const realParts = realNames.filter((name) => texts[name] !== undefined);
  const isPublic = !isLoopback(siteUrl.hostname);
  if (isPublic) realParts.push("SITE_URL");
  const appEnvForgotten = missing("APP_ENV") && realParts.length > 0;
  let appEnvProblem: string | null = null;
  if (appEnvForgotten) {
    appEnvProblem = `is unset, although ${realParts.join(", ")} look like a real site: set it to production; until then the outbox, and without a METRICS_TOKEN /metrics, are answered to this machine alone`;
  } else if (values.APP_ENV === "development" && isPublic) {
    appEnvProblem =
      "is development, although SITE_URL is public: everybody is answered the outbox, and /metrics without a METRICS_TOKEN";
  }
  // The default of `DEEP_LINK_SCHEME` is the app's real scheme.
  const published = ["CONTACT_EMAIL", "PRIVACY_EMAIL", ...outboundVariables] as const;
  const placeholders = published.filter(
    (name) => name !== "DEEP_LINK_SCHEME" && PLACEHOLDER.test(values[name] ?? "@example.com"),
  );
  return {
    production,
    appEnv: values.APP_ENV,
    /**
     * Whether everybody may see what is meant for development or monitoring: the sandbox's outbox, and `/metrics`
     * without a token. Otherwise only clients on this machine may.
     */
    isOpen: !production && !appEnvForgotten,
    /** Probable mistakes in variables that do not stop the start. */
    warnings: appEnvProblem === null ? [] : [{ name: "APP_ENV", text: appEnvProblem }],
    port: values.PORT,
    host: values.HOST,
    siteUrl,
    siteUrlIsDefault: values.SITE_URL === undefined,
    siteName: values.SITE_NAME,
    contactEmail: values.CONTACT_EMAIL,
    privacyEmail: values.PRIVACY_EMAIL,
    /** Undefined when the sandbox replaces this API. */
    coreApiUrl: values.CORE_API_URL && coreApiBase(values.CORE_API_URL),
    authApiUrl: values.AUTH_API_URL && authApiBase(values.AUTH_API_URL),
    contactFormUrl: values.CONTACT_FORM_URL,
    contactFormAccessKey: values.CONTACT_FORM_ACCESS_KEY,
    sessionSecrets: values.SESSION_SECRET ?? [randomBytes(32).toString("hex")],
    sessionSecretIsRandom: values.SESSION_SECRET === undefined,
    redisUrl: values.REDIS_URL,
    trustedProxies: values.TRUST_PROXY,
    upstreamTimeoutMs: values.UPSTREAM_TIMEOUT_MS,
    drainGraceMs: values.DRAIN_GRACE_MS,
    logLevel: values.LOG_LEVEL,
    metricsToken: values.METRICS_TOKEN,
    /** Languages of the deletion page: at least one. The first is for visitors who accept none of them. */
    languages: values.LANGUAGES ?? (production ? ["en"] : [...languages]),
    /** Whether the sandbox answers for upstreams that are not configured. */
    sandbox: !production && values.SANDBOX === "auto" && realNames.some(missing),
    /** An absolute path. */
    sandboxDb: inProject(values.SANDBOX_DB),
    /** Names of the mailboxes and outbound links that are still on example.com. */
    placeholders: placeholders as readonly string[],
    /** Overrides of the site's outbound links, by variable name. */
    outbound: Object.fromEntries(outboundVariables.map((name) => [name, values[name]])),
  };
}

/** Base of the core API: an origin gets `/api/core`, a base ending in `/api` gets `/core`. */
export function coreApiBase(text: string): string {
  const base = text.replace(/\/+$/, "");
  if (base.endsWith("/api/core")) return base;
  if (base.endsWith("/api")) return `${base}/core`;
  return `${base}/api/core`;
}

/** Base of the auth API: an origin gets `/api/auth`; a base that has a path stays. */
export function authApiBase(text: string): string {
  const base = text.replace(/\/+$/, "");
  return new URL(base).pathname === "/" ? `${base}/api/auth` : base;
}

/**
 * Reads the project's `.env` when it is present, then the process environment, which wins.
 *
 * @throws SettingsError naming every bad variable at once
 */
export function readSettings(): Settings {
  const path = inProject(".env");
  const file = existsSync(path) ? readEnvFile(path, ".env") : { values: {}, problems: [] };
  for (const [name, value] of Object.entries(file.values)) process.env[name] ??= value;
  return parseSettings(process.env, file.problems);
}
