import { languages } from "server/process/languages.server";
import { describe, expect, it } from "vitest";
import {
  authApiBase,
  coreApiBase,
  parseSettings,
  SettingsError,
} from "server/process/settings.server";

const PRODUCTION = {
  APP_ENV: "production",
  CORE_API_URL: "https://core.example.com",
  AUTH_API_URL: "https://auth.example.com",
  SESSION_SECRET: "s".repeat(32),
  SITE_URL: "https://pulse.example.com",
};

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    parseSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

describe("settings", () => {
  it("have defaults outside production", () => {
    for (const environment of [{}, { PORT: "", CORE_API_URL: "  ", SESSION_SECRET: "" }]) {
      expect(parseSettings(environment)).toMatchObject({
        port: 3000,
        appEnv: "development",
        siteName: "Pulse",
        coreApiUrl: undefined,
        trustedProxies: { text: "0" },
        upstreamTimeoutMs: 5000,
        sandbox: true,
        sessionSecretIsRandom: true,
      });
    }
    expect(parseSettings({ PORT: "4100" }).siteUrl.origin).toBe("http://localhost:4100");
  });

  it("offer all languages by default, but only English in production", () => {
    expect(parseSettings({}).languages).toEqual([...languages]);
    expect(parseSettings(PRODUCTION).languages).toEqual(["en"]);
    expect(parseSettings({ ...PRODUCTION, LANGUAGES: "hi, en,hi" }).languages).toEqual([
      "hi",
      "en",
    ]);
    for (const LANGUAGES of ["xx", "en,,hi", "EN"]) {
      expect(problemsOf({ ...PRODUCTION, LANGUAGES })).toEqual([
        expect.stringMatching(/^LANGUAGES/),
      ]);
    }
  });

  it.each([
    ["PORT", "70000"],
    ["PORT", "80.5"],
    ["APP_ENV", "staging"],
    ["HOST", "[::1]"],
    ["SITE_URL", "ftp://pulse.example.com"],
    ["SITE_URL", "https://pulse.example.com/"],
    ["SITE_URL", "https://:secret@pulse.example.com"],
    ["SITE_NAME", "x".repeat(201)],
    ["CONTACT_EMAIL", "nobody"],
    ["PRIVACY_EMAIL", "a@b"],
    ["CORE_API_URL", "http://core.example.com?key=secret"],
    ["AUTH_API_URL", "not a url"],
    ["CONTACT_FORM_URL", "javascript:alert(1)"],
    ["SESSION_SECRET", `${"s".repeat(32)},short`],
    ["REDIS_URL", "http://localhost:6379"],
    ["REDIS_URL", "redis://localhost:6379?enableOfflineQueue=true"],
    ["TRUST_PROXY", "99"],
    ["TRUST_PROXY", "10.0.0.0/8,127"],
    ["TRUST_PROXY", "10.0.0.0/33"],
    ["UPSTREAM_TIMEOUT_MS", "50"],
    ["LOG_LEVEL", "loud"],
    ["METRICS_TOKEN", "two words-of-it"],
    ["METRICS_TOKEN", "geheim-für-alle"],
    ["SANDBOX", "yes"],
    ["COMMUNITY_URL", "chat"],
    ["DEEP_LINK_SCHEME", "javascript"],
    ["APP_ID", "not an id"],
  ])(
    "reject %s=%s with its name and the expected form, but without the value, which may be secret",
    (name, value) => {
      const [problem = "", ...others] = problemsOf({ [name]: value });
      expect(problem).toMatch(new RegExp(`^${name}: should be .{5,}`));
      expect(problem.split(" ")).not.toContain(value);
      expect(others).toEqual([]);
    },
  );

  it("report all invalid variables at once", () => {
    const problems = problemsOf({ PORT: "x", LOG_LEVEL: "x", APP_ENV: "production" });
    const needed = ["CORE_API_URL", "AUTH_API_URL", "SESSION_SECRET", "SITE_URL"];
    expect(problems.map((problem) => problem.split(":")[0])).toEqual([
      "PORT",
      "LOG_LEVEL",
      ...needed,
    ]);
  });

  it.each([
    [true, {}],
    [true, { SITE_URL: "http://[::1]:3000" }],
    [true, { APP_ENV: "test", SITE_URL: "https://pulse.example.com" }],
    [false, { SITE_URL: "https://pulse.example.com" }],
    [false, { CORE_API_URL: "https://core.example.com", APP_ENV: "" }],
    [false, { AUTH_API_URL: "https://auth.example.com" }],
    [false, { CONTACT_FORM_URL: "https://forms.example.com" }],
  ])("show development features to everybody: %s, with %j", (isOpen, environment) => {
    const settings = parseSettings(environment);
    expect(settings.isOpen).toBe(isOpen);
    const warnedNames = settings.warnings.map(({ name }) => name);
    expect(warnedNames).toEqual(isOpen ? [] : ["APP_ENV"]);
    expect(parseSettings(PRODUCTION)).toMatchObject({ isOpen: false, warnings: [] });
  });

  it("are read without the quotes that Docker leaves around a value", () => {
    const environment = { SITE_NAME: '"Ring Road"', PORT: "'4000'", HOST: '""' };
    expect(parseSettings(environment)).toMatchObject({ siteName: "Ring Road", port: 4000 });
  });

  it("do not start the sandbox in production, or when it is off", () => {
    const upstreams = { CORE_API_URL: "http://c", AUTH_API_URL: "http://a" };
    expect(problemsOf(PRODUCTION)).toEqual([]);
    expect(parseSettings(PRODUCTION).sandbox).toBe(false);
    expect(parseSettings({ ...upstreams, SANDBOX: "off" }).sandbox).toBe(false);
    expect(problemsOf({ SANDBOX: "off" })).toHaveLength(2);
  });

  it("contain a random session secret per start if none is set", () => {
    expect(parseSettings({}).sessionSecrets).not.toEqual(parseSettings({}).sessionSecrets);
    expect(parseSettings({ SESSION_SECRET: `${"a".repeat(32)}, ${"b".repeat(40)}` })).toMatchObject(
      {
        sessionSecretIsRandom: false,
        sessionSecrets: ["a".repeat(32), "b".repeat(40)],
      },
    );
  });

  it.each([
    ["http://core.test", "http://core.test/api/core"],
    ["http://core.test/v2/api/", "http://core.test/v2/api/core"],
    ["http://core.test/api/core", "http://core.test/api/core"],
  ])("derive from %s the core API's base URL %s", (url, base) => {
    expect(coreApiBase(url)).toBe(base);
  });

  it.each([
    ["http://auth.test", "http://auth.test/api/auth"],
    ["http://auth.test/login/", "http://auth.test/login"],
  ])("derive from %s the auth API's base URL %s", (url, base) => {
    expect(authApiBase(url)).toBe(base);
  });
});

it("a development mode on a public address, and mailboxes and links on example.com, are named", () => {
  const site = { SITE_URL: "https://pulse.test" };
  const { isOpen, warnings } = parseSettings({ ...site, APP_ENV: "development" });
  expect([isOpen, warnings.map(({ name }) => name)]).toEqual([true, ["APP_ENV"]]);
  const own = { CONTACT_EMAIL: "hello@pulse.test", STORE_URL: "https://store.test/pulse" };
  const { placeholders } = parseSettings({
    ...PRODUCTION,
    ...own,
    BLOG_URL: "https://example.com/b",
  });
  expect(placeholders).toEqual(expect.arrayContaining(["PRIVACY_EMAIL", "BLOG_URL", "APP_ID"]));
  for (const name of [...Object.keys(own), "DEEP_LINK_SCHEME"])
    expect(placeholders).not.toContain(name);
});
