import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import type { Limits } from "../limits/limits.server";
import { webVitals, type Metrics } from "../operations/metrics.server";
import { retryAfter } from "../resilience/retry-after.server";
import { limitBody } from "./guard/refusals.server";
import { REPORT_PATH } from "./security-headers.server";

/** Address to which pages report web vitals. It is not a Remix route, because every page carries the list of routes. */
export const VITALS_PATH = "/vitals";

/** Largest body in bytes: a few reports, each of which quotes the policy and two addresses. */
const REPORT_LIMIT = 16 * 1024;

/** Most violations counted per request. A browser may send more at once; they would tell operators nothing new. */
const MOST_AT_ONCE = 20;

/** Directives that label the counted violations (CSP Level 3). Any other value is counted as `other`. */
const DIRECTIVES: readonly string[] = [
  ...["base-uri", "connect-src", "default-src", "font-src", "form-action", "frame-ancestors"],
  ...["frame-src", "img-src", "manifest-src", "media-src", "object-src", "worker-src"],
  ...["script-src", "script-src-attr", "script-src-elem"],
  ...["style-src", "style-src-attr", "style-src-elem"],
];

/** Schemas that extract the violated directives from a report, by the media type of the report. */
const VIOLATIONS: Partial<Record<string, z.ZodType<string[]>>> = {
  // Sent to `report-uri` (CSP Level 2). Old browsers send only the violated directive.
  "application/csp-report": z
    .object({
      "csp-report": z.object({
        "effective-directive": z.string().optional(),
        "violated-directive": z.string().optional(),
      }),
    })
    .transform(({ "csp-report": report }) => [
      report["effective-directive"] ?? report["violated-directive"] ?? "",
    ]),
  // Sent to `report-to` (Reporting API): reports of any type, not only violations.
  "application/reports+json": z
    .array(
      z.object({
        type: z.string(),
        body: z.object({ effectiveDirective: z.string().optional() }).nullish(),
      }),
    )
    .transform((reports) =>
      reports
        .filter(({ type }) => type === "csp-violation")
        .map(({ body }) => body?.effectiveDirective ?? ""),
    ),
};

const LONGEST_VITALS = 500;
const LONGEST_MS = 10 * 60 * 1000;
const LARGEST_SHIFT = 100;

/** Web vitals of one page view: milliseconds, for `CLS` the score. */
const VITALS = z.strictObject({
  page: z.string().max(200),
  vitals: z
    .partialRecord(z.enum(webVitals), z.number().min(0).max(LONGEST_MS))
    .refine(({ CLS = 0 }) => CLS <= LARGEST_SHIFT),
});

export type BrowserReports = ReturnType<typeof createBrowserReports>;

/**
 * Counts the reports that browsers send, and stores nothing else of them: violations of the Content-Security-Policy,
 * and web vitals of page views. Answers 204; 400, 413 or 415 for a body that is not a report; and 429 for a network
 * that has sent too many.
 *
 * @param options `metrics`: counters, whose labels come from bounded sets; `limits`: counted in this process only;
 *   `pageLabel`: returns the label of a path, one of a bounded set
 */
export function createBrowserReports(options: {
  metrics: Pick<Metrics, "cspViolations" | "webVital">;
  limits: Pick<Limits, "take">;
  pageLabel: (path: string) => string;
}) {
  const { metrics, limits, pageLabel } = options;

  function countViolations(directives: string[]): void {
    for (const text of directives.slice(0, MOST_AT_ONCE)) {
      metrics.cspViolations.inc({ directive: directiveLabel(text) });
    }
  }

  function countVitals({ page, vitals }: z.infer<typeof VITALS>): void {
    const label = pageLabel(page);
    for (const name of webVitals) {
      const value = vitals[name];
      if (value !== undefined) metrics.webVital(name, label, value);
    }
  }

  /** Answers a request to one of the two report addresses. `network` is the client's, which the limits count. */
  return async (
    path: typeof REPORT_PATH | typeof VITALS_PATH,
    request: IncomingMessage,
    response: ServerResponse,
    network: string,
  ): Promise<void> => {
    const respond = (status: number) => {
      response.statusCode = status;
      response.end();
    };
    response.setHeader("Cache-Control", "no-store");
    if (request.method !== "POST") {
      response.setHeader("Allow", "POST");
      return respond(405);
    }
    const type = request.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
    const violations = VIOLATIONS[type];
    if (path === REPORT_PATH && violations === undefined) return respond(415);
    const rule = path === REPORT_PATH ? "violationReports" : "webVitals";
    const decision = await limits.take([{ rule, key: network }]);
    if (!decision.ok) {
      response.setHeader("Retry-After", retryAfter(decision.until));
      return respond(429);
    }
    const body = await bodyOf(request);
    if (body === null) return respond(413);
    const isCounted =
      path === REPORT_PATH
        ? count(body, violations, countViolations)
        : body.length <= LONGEST_VITALS && count(body, VITALS, countVitals);
    respond(isCounted ? 204 : 400);
  };
}

/** Passes a valid report to `onReport`. @returns whether the body is a valid report */
function count<T>(
  body: string,
  schema: z.ZodType<T> | undefined,
  onReport: (report: T) => void,
): boolean {
  const report = schema?.safeParse(jsonOf(body));
  if (report?.success) onReport(report.data);
  return report?.success ?? false;
}

/** @returns undefined when the text is not valid JSON */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @returns null for a body that is too large */
function bodyOf(request: IncomingMessage): Promise<string | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    limitBody(request, () => resolve(null), REPORT_LIMIT);
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => resolve(Buffer.concat(chunks).toString()));
    request.resume();
  });
}

/** Returns the metric label of a directive. Old browsers send the whole directive, including its sources. */
function directiveLabel(text: string): string {
  const name = text.slice(0, 40).split(" ", 1)[0] ?? "";
  return DIRECTIVES.includes(name) ? name : "other";
}
