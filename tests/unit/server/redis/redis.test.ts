import { expect, it } from "vitest";
import { parseSettings } from "server/process/settings.server";
import { keyPrefix } from "server/redis/redis.server";

it("instances of one machine share their keys, but no two sites or auth APIs", () => {
  const prefix = (environment: Record<string, string>) => keyPrefix(parseSettings(environment));
  expect(prefix({ PORT: "3001" })).toBe(prefix({ PORT: "3002" }));
  const [site, auth] = [{ SITE_URL: "http://a.test" }, { AUTH_API_URL: "http://b.test" }];
  expect(new Set([{}, site, auth].map(prefix)).size).toBe(3);
});
