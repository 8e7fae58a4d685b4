import { existsSync } from "node:fs";
import { randomBytes } from "node:crypto";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { readEnvFile } from "./env-file.server.js";
import { languages, MADE_UP_LANGUAGE } from "./languages.server";
import { misspeltVariables } from "./misspelt-variables.server";
import { outboundShape, outboundVariables } from "./outbound-variables.server";
import { inProject } from "./project-root.server";
import { readRedisUrl, REDIS_URL_FORMS } from "./redis-url.server";
import { baseUrl, host, link, origin, token } from "./setting-forms.server";

/**
 * The only reader of the environment. Every variable is described here once:
 * its form, its default and the sentence an admin reads when it is wrong.
 */

const redisUrl = z.string().refine((text) => readRedisUrl(text) !== null, REDIS_URL_FORMS);

const port = z.coerce
  .number({ error: "a port from 0 to 65535" })
  .pipe(
    z
      .int("a port from 0 to 65535")
      .min(0, "a port from 0 to 65535")
      .max(65535, "a port from 0 to 65535"),
  );

const mailbox = z.string().regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, "an e-mail address");

const secrets = z
  .string()
  .transform((text) => text.split(",").map((secret) => secret.trim()))
  .refine(
    (list) => list.every((secret) => secret.length >= 32),
    "one or more secrets of at least 32 characters, separated by commas",
  );

/** `2` (hops) or `10.0.0.0/8,::1` (addresses and ranges). */
export type TrustedProxies =
  | { kind: "hops"; hops: number }
  | { kind: "ranges"; ranges: [ipaddr.IPv4 | ipaddr.IPv6, number][] };

const PROXIES = "a number of hops from 0 to 16, or addresses and CIDR ranges separated by commas";

const trustedProxies = z.string().transform((text, context): TrustedProxies => {
  if (/^\d{1,2}$/.test(text) && Number(text) <= 16) return { kind: "hops", hops: Number(text) };
  try {
    const ranges = text.split(",").map((part): [ipaddr.IPv4 | ipaddr.IPv6, number] => {
      const [base = "", bits] = part.trim().split("/", 2);
      // `10` alone would be read as 0.0.0.10.
      if (!base.includes(":") && !ipaddr.IPv4.isValidFourPartDecimal(base))
        throw new Error(PROXIES);
      const address = ipaddr.parse(base);
      const whole = address.kind() === "ipv6" ? 128 : 32;
      const length = bits === undefined ? whole : ipaddr.parseCIDR(`${base}/${bits}`)[1];
      // Clients' addresses are brought to IPv4 where they are mapped to IPv6.
      return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && length >= 96
        ? [address.toIPv4Address(), length - 96]
        : [address, length];
    });
    return { kind: "ranges", ranges };
  } catch {
    context.addIssue({ code: "custom", message: PROXIES });
    return z.NEVER;
  }
});

const LANGUAGES = `languages of the deletion page, separated by commas, of: ${languages.join(" ")}`;

const offeredLanguages = z
  .string()
  .transform((text) => [...new Set(text.split(",").map((code) => code.trim()))])
  .refine(
    (codes) => codes.every((code) => [...languages, MADE_UP_LANGUAGE].includes(code)),
    LANGUAGES,
  );

const TIMEOUT = "a number of milliseconds from 100 to 60000";

const schema = z.object({
  PORT: port.default(3000),
  HOST: host.optional(),
  APP_ENV: z
    .enum(["development", "test", "production"], { error: "development, test or production" })
    .default("development"),
  SITE_URL: origin.optional(),
  SITE_NAME: z.string().max(60, "at most 60 characters").default("Pulse"),
  CONTACT_EMAIL: mailbox.default("hello@example.com"),
  PRIVACY_EMAIL: mailbox.default("privacy@example.com"),
  CORE_API_URL: baseUrl.optional(),
  AUTH_API_URL: baseUrl.optional(),
  CONTACT_FORM_URL: link.optional(),
  CONTACT_FORM_ACCESS_KEY: z.string().optional(),
  SESSION_SECRET: secrets.optional(),
  REDIS_URL: redisUrl.optional(),
  TRUST_PROXY: trustedProxies.default({ kind: "hops", hops: 0 }),
  UPSTREAM_TIMEOUT_MS: z.coerce
    .number({ error: TIMEOUT })
    .pipe(z.int(TIMEOUT).min(100, TIMEOUT).max(60_000, TIMEOUT))
    .default(5000),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
      error: "trace, debug, info, warn, error, fatal or silent",
    })
    .default("info"),
  METRICS_TOKEN: token.optional(),
  ASSETS_DIR: z.string().optional(),
  LANGUAGES: offeredLanguages.optional(),
  SANDBOX: z.enum(["auto", "off"], { error: "auto or off" }).default("auto"),
  SANDBOX_DB: z.string().default(".data/sandbox.duckdb"),
  ...outboundShape(link),
});

/** Names of every variable the product reads, for the check that `.env.example` is complete. */
export const variableNames = Object.keys(schema.shape);

const neededInProduction = ["CORE_API_URL", "AUTH_API_URL", "SESSION_SECRET", "SITE_URL"] as const;
const upstreams = ["CORE_API_URL", "AUTH_API_URL"] as const;
const realNames: string[] = [...upstreams, "CONTACT_FORM_URL"];

const QUOTED = /^(?:"([^"]*)"|'([^']*)')$/;

export type Settings = ReturnType<typeof parseSettings>;

/** Thrown by {@link parseSettings}: one line per bad variable, each with what it should be. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The settings are not usable:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.name = "SettingsError";
  }
}

/**
 * Who is shown what belongs to development alone: the outbox, and without a token the operators' page and metrics.
 * `open`: everybody. `loopback`: clients on this machine. `closed`: nobody.
 */
export type Exposure = "open" | "loopback" | "closed";

/** Something about a variable that does not stop the start, but is hardly meant. */
export interface SettingsWarning {
  name: string;
  text: string;
}

/**
 * Reads settings from an environment.
 *
 * @param environment variables as in `process.env`; empty text counts as unset, and quotes around a value, which
 *   Docker leaves there, do not count
 * @param fileProblems what is wrong with the file that some of them are from
 * @returns the settings with defaults filled in
 * @throws SettingsError naming every bad variable at once
 */
export function parseSettings(
  environment: Record<string, string | undefined>,
  fileProblems: readonly string[] = [],
) {
  const warnings: SettingsWarning[] = [];
  const given: Record<string, string> = {};
  for (const [name, text = ""] of Object.entries(environment)) {
    const value = text.trim();
    const [, double, inQuotes = double ?? value] = QUOTED.exec(value) ?? [];
    if (inQuotes !== "") given[name] = inQuotes;
    if (inQuotes !== value && variableNames.includes(name))
      warnings.push({
        name,
        text: "stands in quotes, which are not taken for a part of its value",
      });
  }
  const parsed = schema.safeParse(given);
  const problems = [...fileProblems];
  for (const issue of parsed.error?.issues ?? [])
    problems.push(`${issue.path.join(".")}: should be ${issue.message}`);

  const missing = (name: string) => given[name] === undefined;
  const misspelt = misspeltVariables(Object.keys(given), variableNames);
  function need(name: string, when: string): void {
    const other = misspelt.find(({ meant }) => meant === name);
    problems.push(
      `${name}: is needed when ${when}${other ? `; is ${other.name} meant for it?` : ""}`,
    );
  }
  if (given.APP_ENV === "production") {
    for (const name of neededInProduction.filter(missing)) need(name, "APP_ENV is production");
    if (parsed.data?.LANGUAGES?.includes(MADE_UP_LANGUAGE)) {
      problems.push(`LANGUAGES: should be ${LANGUAGES}`);
    }
  } else if (given.SANDBOX === "off") {
    for (const name of upstreams.filter(missing)) need(name, "SANDBOX is off");
  }
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems);

  const values = parsed.data;
  const production = values.APP_ENV === "production";
  const siteUrl = new URL(values.SITE_URL ?? `http://localhost:${values.PORT}`);
  const realParts = realNames.filter((name) => given[name] !== undefined);
  if (!isLoopbackName(siteUrl.hostname)) realParts.push("SITE_URL");
  const forgotten = missing("APP_ENV") && realParts.length > 0;
  if (forgotten) {
    const text = `is unset, although ${realParts.join(", ")} look like a real site: set it to production; until then the outbox, and without a METRICS_TOKEN /metrics and the operators' page, are answered to this machine alone`;
    warnings.push({ name: "APP_ENV", text });
  }
  for (const { name, meant } of misspelt)
    warnings.push({ name, text: `is not a variable of this server: is ${meant} meant?` });
  return {
    production,
    appEnv: values.APP_ENV,
    exposure: exposureOf(production, forgotten),
    warnings: warnings as readonly SettingsWarning[],
    port: values.PORT,
    host: values.HOST,
    siteUrl,
    siteUrlIsDefault: values.SITE_URL === undefined,
    siteName: values.SITE_NAME,
    contactEmail: values.CONTACT_EMAIL,
    privacyEmail: values.PRIVACY_EMAIL,
    /** Undefined: the sandbox stands in. */
    coreApiUrl: values.CORE_API_URL && coreApiBase(values.CORE_API_URL),
    authApiUrl: values.AUTH_API_URL && authApiBase(values.AUTH_API_URL),
    contactFormUrl: values.CONTACT_FORM_URL,
    contactFormAccessKey: values.CONTACT_FORM_ACCESS_KEY,
    sessionSecrets: values.SESSION_SECRET ?? [randomBytes(32).toString("hex")],
    sessionSecretIsRandom: values.SESSION_SECRET === undefined,
    redisUrl: values.REDIS_URL,
    trustedProxies: values.TRUST_PROXY,
    upstreamTimeoutMs: values.UPSTREAM_TIMEOUT_MS,
    logLevel: values.LOG_LEVEL,
    metricsToken: values.METRICS_TOKEN,
    /** An absolute path. */
    assetsDir: values.ASSETS_DIR && inProject(values.ASSETS_DIR),
    /** What the deletion page is offered in: at least one, the first for who asks for none of them. */
    languages: values.LANGUAGES ?? (production ? ["en"] : [...languages]),
    /** Whether the sandbox answers for the upstreams that are not configured. */
    sandbox: !production && values.SANDBOX === "auto",
    /** An absolute path. */
    sandboxDb: inProject(values.SANDBOX_DB),
    /** Overrides of the site's outbound links, by variable name. */
    outbound: Object.fromEntries(outboundVariables.map((name) => [name, values[name]])),
  };
}

/**
 * Base of the core API without a trailing slash: an origin gets `/api/core`,
 * a base ending in `/api` gets `/core`, one ending in `/api/core` stays.
 */
export function coreApiBase(text: string): string {
  const base = withoutTrailingSlash(text);
  if (base.endsWith("/api/core")) return base;
  if (base.endsWith("/api")) return `${base}/core`;
  return `${base}/api/core`;
}

/** Base of the auth API: an origin gets `/api/auth`; a base that has a path stays. */
export function authApiBase(text: string): string {
  const base = withoutTrailingSlash(text);
  return new URL(base).pathname === "/" ? `${base}/api/auth` : base;
}

function withoutTrailingSlash(text: string): string {
  return text.replace(/\/+$/, "");
}

function exposureOf(production: boolean, forgotten: boolean): Exposure {
  if (production) return "closed";
  return forgotten ? "loopback" : "open";
}

/** Names and addresses that lead nowhere but to the machine that asks (RFC 6761, RFC 1122, RFC 4291). */
function isLoopbackName(hostname: string): boolean {
  return /(?:^|\.)localhost$|^127\.|^\[::1\]$/.test(hostname);
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

/**
 * Reads the process environment alone, for a process that is handed its settings and is to know no others.
 *
 * @throws SettingsError naming every bad variable at once
 */
export function readHandedSettings(): Settings {
  return parseSettings(process.env);
}
