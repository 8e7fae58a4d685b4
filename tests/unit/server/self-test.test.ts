import { expect, it } from "vitest";
import { createCoreApi } from "server/upstream/core-api.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { runSelfTest } from "server/self-test.server";
import { healthyCoreAnswer } from "../../support/healthy-core-answers";

it("asks for the metrics, the four charts and five trips, and keeps what failed", async () => {
  const asked: string[] = [];
  const coreApi = createCoreApi({
    get(path, query = {}) {
      const parameters = new URLSearchParams(
        Object.entries(query).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)]],
        ),
      );
      asked.push(`${path}?${parameters}`);
      return path === "/dashboard/users/weekly"
        ? Promise.reject(new UpstreamError("http", "HTTP error 503: away"))
        : Promise.resolve(healthyCoreAnswer(path, parameters));
    },
  });

  const before = Date.now();
  const { ranAt, checks } = await runSelfTest(coreApi);

  expect(asked).toEqual([
    "/dashboard/metrics?",
    "/dashboard/users/total?",
    "/dashboard/users/monthly?",
    "/dashboard/users/weekly?",
    "/dashboard/users/daily?",
    "/trips?page=1&limit=5",
  ]);
  expect(ranAt).toBeGreaterThanOrEqual(before);
  expect(checks.filter(({ ok }) => ok).map(({ name }) => name)).toEqual([
    "metrics",
    "totalUsers",
    "monthlyUsers",
    "dailyUsers",
    "trips",
  ]);
  expect(checks.find(({ ok }) => !ok)).toMatchObject({
    name: "weeklyUsers",
    error: "HTTP error 503: away",
  });
});
