import { existsSync } from "node:fs";
import { randomBytes } from "node:crypto";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { languages, MADE_UP_LANGUAGE } from "./languages.server";
import { outboundShape, outboundVariables } from "./outbound-variables.server";
import { inProject } from "./project-root.server";
import { readRedisUrl, REDIS_URL_FORMS } from "./redis/redis-url.server";

/**
 * The only reader of the environment. Every variable is described here once:
 * its form, its default and the sentence an admin reads when it is wrong.
 */

const HTTP_URL = "an http or https URL without credentials";

const httpUrl = z.string().refine((text) => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "";
}, HTTP_URL);

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
      return bits === undefined
        ? [address, address.kind() === "ipv6" ? 128 : 32]
        : ipaddr.parseCIDR(`${base}/${bits}`);
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
  HOST: z.string().optional(),
  APP_ENV: z
    .enum(["development", "test", "production"], { error: "development, test or production" })
    .default("development"),
  SITE_URL: httpUrl.optional(),
  SITE_NAME: z.string().max(60, "at most 60 characters").default("Pulse"),
  CONTACT_EMAIL: mailbox.default("hello@example.com"),
  PRIVACY_EMAIL: mailbox.default("privacy@example.com"),
  CORE_API_URL: httpUrl.optional(),
  AUTH_API_URL: httpUrl.optional(),
  CONTACT_FORM_URL: httpUrl.optional(),
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
  METRICS_TOKEN: z.string().min(8, "at least 8 characters").optional(),
  ASSETS_DIR: z.string().optional(),
  LANGUAGES: offeredLanguages.optional(),
  SANDBOX: z.enum(["auto", "off"], { error: "auto or off" }).default("auto"),
  SANDBOX_DB: z.string().default(".data/sandbox.duckdb"),
  ...outboundShape(httpUrl),
});

/** Names of every variable the product reads, for the check that `.env.example` is complete. */
export const variableNames = Object.keys(schema.shape);

const neededInProduction = ["CORE_API_URL", "AUTH_API_URL", "SESSION_SECRET", "SITE_URL"] as const;
const upstreams = ["CORE_API_URL", "AUTH_API_URL"] as const;

export type Settings = ReturnType<typeof parseSettings>;

/** Thrown by {@link parseSettings}: one line per bad variable, each with what it should be. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The settings are not usable:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.name = "SettingsError";
  }
}

/**
 * Reads settings from an environment.
 *
 * @param environment variables as in `process.env`; empty text counts as unset
 * @returns the settings with defaults filled in
 * @throws SettingsError naming every bad variable at once
 */
export function parseSettings(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(environment)
      .map(([name, value]) => [name, value?.trim()] as const)
      .filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = schema.safeParse(given);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join(".")}: should be ${issue.message}`);

  const missing = (name: string) => given[name] === undefined;
  if (given.APP_ENV === "production") {
    for (const name of neededInProduction.filter(missing)) {
      problems.push(`${name}: is needed when APP_ENV is production`);
    }
    if (parsed.data?.LANGUAGES?.includes(MADE_UP_LANGUAGE)) {
      problems.push(`LANGUAGES: should be ${LANGUAGES}`);
    }
  } else if (given.SANDBOX === "off") {
    for (const name of upstreams.filter(missing)) {
      problems.push(`${name}: is needed when SANDBOX is off`);
    }
  }
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems);

  const values = parsed.data;
  const production = values.APP_ENV === "production";
  return {
    production,
    appEnv: values.APP_ENV,
    port: values.PORT,
    host: values.HOST,
    siteUrl: new URL(values.SITE_URL ?? `http://localhost:${values.PORT}`),
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
  return text.replace(/[?#].*$/, "").replace(/\/+$/, "");
}

/**
 * Reads the project's `.env` when it is present, then the process environment, which wins.
 *
 * @throws SettingsError naming every bad variable at once
 */
export function readSettings(): Settings {
  const file = inProject(".env");
  if (existsSync(file)) process.loadEnvFile(file);
  return readHandedSettings();
}

/**
 * Reads the process environment alone, for a process that is handed its settings and is to know no others.
 *
 * @throws SettingsError naming every bad variable at once
 */
export function readHandedSettings(): Settings {
  return parseSettings(process.env);
}
