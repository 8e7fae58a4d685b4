import { languages } from "server/languages.server";
import { describe, expect, it } from "vitest";
import { authApiBase, coreApiBase, parseSettings, SettingsError } from "server/settings.server";

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
  it("have a default for everything outside production", () => {
    const empty = { PORT: "", CORE_API_URL: "  ", SESSION_SECRET: "" };
    for (const environment of [{}, empty]) {
      expect(parseSettings(environment)).toMatchObject({
        port: 3000,
        appEnv: "development",
        siteName: "Pulse",
        coreApiUrl: undefined,
        trustedProxies: { kind: "hops", hops: 0 },
        upstreamTimeoutMs: 5000,
        sandbox: true,
        sessionSecretIsRandom: true,
      });
    }
    expect(parseSettings({ PORT: "4100" }).siteUrl.origin).toBe("http://localhost:4100");
  });

  it("offer every language but in production, where English alone is offered unless told", () => {
    expect(parseSettings({}).languages).toEqual([...languages]);
    expect(parseSettings(PRODUCTION).languages).toEqual(["en"]);
    expect(parseSettings({ ...PRODUCTION, LANGUAGES: "hi, en,hi" }).languages).toEqual([
      "hi",
      "en",
    ]);
    expect(parseSettings({ LANGUAGES: "en,en-xa" }).languages).toEqual(["en", "en-xa"]);
    for (const LANGUAGES of ["xx", "en,,hi", "EN", "en-xa"]) {
      expect(problemsOf({ ...PRODUCTION, LANGUAGES })).toEqual([
        expect.stringMatching(/^LANGUAGES/),
      ]);
    }
  });

  it.each([
    ["PORT", "70000"],
    ["PORT", "80.5"],
    ["APP_ENV", "staging"],
    ["SITE_URL", "ftp://pulse.example.com"],
    ["SITE_NAME", "x".repeat(61)],
    ["CONTACT_EMAIL", "nobody"],
    ["PRIVACY_EMAIL", "a@b"],
    ["CORE_API_URL", "http://user:secret@core.example.com"],
    ["AUTH_API_URL", "not a url"],
    ["CONTACT_FORM_URL", "javascript:alert(1)"],
    ["SESSION_SECRET", "short"],
    ["SESSION_SECRET", `${"s".repeat(32)},short`],
    ["REDIS_URL", "http://localhost:6379"],
    ["TRUST_PROXY", "99"],
    ["TRUST_PROXY", "10.0.0.0/8,nonsense"],
    ["UPSTREAM_TIMEOUT_MS", "50"],
    ["LOG_LEVEL", "loud"],
    ["METRICS_TOKEN", "short"],
    ["SANDBOX", "yes"],
    ["COMMUNITY_URL", "chat"],
    ["TWITTER_URL", "javascript:alert(1)"],
    ["DEEP_LINK_SCHEME", "javascript"],
    ["APP_ID", "not an id"],
  ])(
    "refuse %s=%s, naming it and what it should be, but not the value, which may be a secret",
    (name, value) => {
      const [problem = "", ...others] = problemsOf({ [name]: value });
      expect(problem).toMatch(new RegExp(`^${name}: should be .{5,}`));
      expect(problem.split(" ")).not.toContain(value);
      expect(others).toEqual([]);
    },
  );

  it("name every bad variable at once", () => {
    const problems = problemsOf({ PORT: "x", LOG_LEVEL: "x", APP_ENV: "production" });
    const needed = ["CORE_API_URL", "AUTH_API_URL", "SESSION_SECRET", "SITE_URL"];
    expect(problems.map((problem) => problem.split(":")[0])).toEqual([
      "PORT",
      "LOG_LEVEL",
      ...needed,
    ]);
  });

  it("never start the sandbox in production, nor when it is off", () => {
    const upstreams = { CORE_API_URL: "http://c", AUTH_API_URL: "http://a" };
    expect(problemsOf(PRODUCTION)).toEqual([]);
    expect(parseSettings(PRODUCTION).sandbox).toBe(false);
    expect(parseSettings({ ...upstreams, SANDBOX: "off" }).sandbox).toBe(false);
    expect(problemsOf({ SANDBOX: "off" })).toHaveLength(2);
  });

  it("make a random session secret per start", () => {
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
    ["http://core.test/api", "http://core.test/api/core"],
    ["http://core.test/api/core", "http://core.test/api/core"],
    ["http://core.test/v2/api", "http://core.test/v2/api/core"],
  ])("lead %s to the core API at %s", (given, base) => {
    expect(coreApiBase(given)).toBe(base);
  });

  it.each([
    ["http://auth.test", "http://auth.test/api/auth"],
    ["http://auth.test/login/", "http://auth.test/login"],
  ])("lead %s to the auth API at %s", (given, base) => {
    expect(authApiBase(given)).toBe(base);
  });
});
