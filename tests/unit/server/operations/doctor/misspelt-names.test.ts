import { expect, it } from "vitest";
import { misspeltNames } from "server/operations/doctor/misspelt-names";
import { variableNames } from "server/process/settings.server";

it.each([
  ["REDIS", "REDIS_URL"],
  ["SESION_SECRET", "SESSION_SECRET"],
  ["TRUST_PROXIES", "TRUST_PROXY"],
])("%s is taken for %s", (name, meant) => {
  const texts = misspeltNames([name], variableNames).map(({ text }) => text);
  expect(texts).toEqual([expect.stringContaining(meant)]);
});

it("settings and variables of other programs are not taken for misspelt ones", () => {
  const others = ["PATH", "HOME", "HOSTNAME", "LANGUAGE", "LOGNAME", "NODE_ENV", "NODE_OPTIONS"];
  const proxies = ["HTTP_PROXY", "BALANCE", "HTTP_PORT", "KUBERNETES_SERVICE_HOST", "npm_config_x"];
  expect(misspeltNames([...others, ...proxies, ...variableNames], variableNames)).toEqual([]);
});
