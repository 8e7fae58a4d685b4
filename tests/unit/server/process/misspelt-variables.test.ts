import { expect, it } from "vitest";
import { misspeltVariables } from "server/process/misspelt-variables.server";
import { variableNames } from "server/process/settings.server";

it.each([
  ["CORE_API_ULR", "CORE_API_URL"],
  ["SESION_SECRET", "SESSION_SECRET"],
  ["session_secret", "SESSION_SECRET"],
  ["TRUSTED_PROXY", "TRUST_PROXY"],
  ["SITE_URLS", "SITE_URL"],
  ["APPENV", "APP_ENV"],
  ["POTR", "PORT"],
])("%s is taken for a misspelt %s", (name, meant) => {
  expect(misspeltVariables([name, "PATH"], variableNames)).toEqual([{ name, meant }]);
  expect(misspeltVariables([name, meant], variableNames)).toEqual([]);
});

it("variables of other programs are not taken for misspelt ones", () => {
  const others =
    "HOME HOSTNAME LANG LANGUAGE LOGNAME NODE_ENV PATH PWD REDIS_PORT TERM TMPDIR TZ USER";
  expect(misspeltVariables([...others.split(" "), "PORTS".repeat(20_000)], variableNames)).toEqual(
    [],
  );
});
