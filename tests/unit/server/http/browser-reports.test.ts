import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { createMetrics } from "server/operations/metrics.server";
import { createBrowserReports, VITALS_PATH } from "server/http/browser-reports.server";
import { limitRules, createLimits } from "server/limits/limits.server";

const report = (vitals: object, page = "/") => JSON.stringify({ page, vitals });

/** Accepts reports of page views. Reports of CSP violations are in the integration tests. */
function createReception() {
  const metrics = createMetrics({ process: false });
  const limits = createLimits();
  const pageLabel = (path: string) => (path === "/" ? "/" : "other");
  const reports = createBrowserReports({ metrics, limits, pageLabel });
  async function send(text: string, network = "192.0.2.1"): Promise<number> {
    const request = new IncomingMessage(new Socket());
    request.method = "POST";
    request.push(text);
    request.push(null);
    const response = new ServerResponse(request);
    await reports(VITALS_PATH, request, response, network);
    return response.statusCode;
  }
  return { send, metricsText: () => metrics.expose() };
}

it("a report is counted under the label of its page", async () => {
  const { send, metricsText } = createReception();
  expect(await send(report({ LCP: 2_400, CLS: 0.02 }))).toBe(204);
  expect(await send(report({ INP: 90 }, "/made-up/0xabc"))).toBe(204);
  const text = await metricsText();
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
])("the report '%s' is rejected", async (text) => {
  expect(await createReception().send(text)).toBe(400);
});

it("each client network may send a limited number of reports per minute", async () => {
  const { send } = createReception();
  for (let count = 0; count < limitRules.webVitals.points; count += 1) await send("nonsense");
  expect(await send(report({ FCP: 1 }))).toBe(429);
  expect(await send(report({ FCP: 1 }), "192.0.2.2")).toBe(204);
});
