import { expect, it } from "vitest";
import { settingsFindings } from "server/operations/doctor/settings-findings";
import { parseSettings } from "server/process/settings.server";

it.each([
  ["warn", { APP_ENV: "production" }],
  ["warn", { SITE_URL: "https://pulse.test" }],
  ["ok", {}],
  ["ok", { APP_ENV: "production", TRUST_PROXY: "1" }],
  ["ok", { SITE_URL: "https://pulse.test", TRUST_PROXY: "10.0.0.0/8" }],
])("the doctor's finding about TRUST_PROXY is %s for %j", (state, environment) => {
  const upstream = "http://upstream.test";
  const settings = parseSettings({
    SITE_URL: "http://pulse.test",
    CORE_API_URL: upstream,
    AUTH_API_URL: upstream,
    SESSION_SECRET: "s".repeat(32),
    ...environment,
  });
  const finding = settingsFindings(settings).find(({ subject }) => subject === "TRUST_PROXY");
  expect(finding?.state).toBe(state);
});
