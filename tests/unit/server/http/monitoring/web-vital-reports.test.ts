import { expect, it } from "vitest";
import { createMetrics } from "server/http/monitoring/metrics.server";
import { createWebVitalReports } from "server/http/monitoring/web-vital-reports.server";

const metrics = () => createMetrics({ process: false, redis: false });
const label = (path: string) => (path === "/" ? "/" : "other");
const report = (vitals: object, page = "/") => JSON.stringify({ page, vitals });

it("a report is counted under the page's name", async () => {
  const counted = metrics();
  const reports = createWebVitalReports(counted);
  expect(await reports.take(report({ LCP: 2_400, CLS: 0.02 }), label)).toBe(204);
  expect(await reports.take(report({ INP: 90 }, "/made-up/0xabc"), label)).toBe(204);
  const text = await counted.expose();
  expect(text).toContain('web_vital_seconds_sum{vital="LCP",page="/"} 2.4');
  expect(text).toContain('web_vital_layout_shift_sum{page="/"} 0.02');
  expect(text).toContain('web_vital_seconds_sum{vital="INP",page="other"} 0.09');
  expect(text).not.toContain("0xabc");
});

it.each([
  "",
  "[]",
  report({ LCP: "2400" }),
  report({ LCP: -1 }),
  report({ LCP: 1e9 }),
  report({ CLS: 101 }),
  report({ FID: 3 }),
  report({}, "/".repeat(201)),
  JSON.stringify({ page: "/", vitals: {}, who: "me" }),
  report({ LCP: 1 }) + " ".repeat(500),
])("a report of %s is refused", async (text) => {
  expect(await createWebVitalReports(metrics()).take(text, label)).toBe(400);
});

it("600 reports a minute are taken", async () => {
  const reports = createWebVitalReports(metrics());
  const sent = Array.from({ length: 700 }, () => reports.take(report({ FCP: 1 }), label));
  expect((await Promise.all(sent)).filter((status) => status === 429)).toHaveLength(100);
});
