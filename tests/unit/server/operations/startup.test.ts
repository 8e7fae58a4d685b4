import { expect, it } from "vitest";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { runSelfTest } from "server/operations/startup.server";
import { coreApiOf } from "../../../support/core-api-of";
import { healthyCoreAnswer } from "../../../support/healthy-core-answers";

it("a self-test reports for each upstream call whether it works, and the error if it does not", async () => {
  const coreApi = coreApiOf((path) =>
    path === "/dashboard/users/weekly"
      ? Promise.reject(new UpstreamError("http", "HTTP error 503: away"))
      : healthyCoreAnswer(path, new URLSearchParams()),
  );
  const { checks } = await runSelfTest(coreApi);
  const names = ["metrics", "totalUsers", "monthlyUsers", "weeklyUsers", "dailyUsers", "trips"];
  expect(checks).toMatchObject(names.map((name) => ({ name, ok: name !== "weeklyUsers" })));
  expect(checks.find(({ ok }) => !ok)?.error).toBe("HTTP error 503: away");
});
