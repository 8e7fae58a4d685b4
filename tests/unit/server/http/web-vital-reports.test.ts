import { expect, it } from "vitest";
import { createMetrics } from "server/operations/metrics.server";
import { createWebVitalReports } from "server/http/web-vital-reports.server";
import { limitRules } from "server/limits/limit-rules.server";
import { createLimits } from "server/limits/limits.server";
import { createLocalCounters } from "server/limits/counters.server";

const metrics = () => createMetrics({ process: false, redis: false });
const unlimited = { take: () => Promise.resolve({ ok: true, left: {} } as const) };
const FROM = "192.0.2.1";
const label = (path: string) => (path === "/" ? "/" : "other");
const report = (vitals: object, page = "/") => JSON.stringify({ page, vitals });

it("a report is counted under the page's name", async () => {
  const counted = metrics();
  const reports = createWebVitalReports(counted, unlimited);
  expect(await reports.take(report({ LCP: 2_400, CLS: 0.02 }), FROM, label)).toBe(204);
  expect(await reports.take(report({ INP: 90 }, "/made-up/0xabc"), FROM, label)).toBe(204);
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
  expect(await createWebVitalReports(metrics(), unlimited).take(text, FROM, label)).toBe(400);
});

it("so many reports a minute are taken of a network, whatever the others send", async () => {
  const reports = createWebVitalReports(metrics(), createLimits(createLocalCounters()));
  const send = (text: string, from: string) => reports.take(text, from, label);
  for (let sent = 0; sent < limitRules.webVitals.points; sent += 1) await send("nonsense", FROM);
  expect(await send(report({ FCP: 1 }), FROM)).toBe(429);
  expect(await send(report({ FCP: 1 }), "192.0.2.2")).toBe(204);
});
