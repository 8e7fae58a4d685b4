import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import type { Limits } from "../limits/limits.server";
import { webVitals, type Metrics } from "../operations/metrics.server";
import { retryAfter } from "../resilience/retry-after.server";
import { limitBody } from "./guard/refusals.server";
import { REPORT_PATH } from "./security-headers.server";

/** Address to which pages report their speed. It is no route of Remix, because every page brings the list of those. */
export const VITALS_PATH = "/vitals";

/** Largest body in bytes: a few reports, each of which quotes the policy and two addresses. */
const REPORT_LIMIT = 16 * 1024;

/** A browser may send many reports of one page together; more than these tell operators nothing new. */
const MOST_AT_ONCE = 20;

/** Directives by which violations are counted (CSP Level 3); every other word is `other`. */
const DIRECTIVES: readonly string[] = [
  ...["base-uri", "connect-src", "default-src", "font-src", "form-action", "frame-ancestors"],
  ...["frame-src", "img-src", "manifest-src", "media-src", "object-src", "worker-src"],
  ...["script-src", "script-src-attr", "script-src-elem"],
  ...["style-src", "style-src-attr", "style-src-elem"],
];

/** The directives that a report of violations names, by the media type of the report. */
const VIOLATIONS: Partial<Record<string, z.ZodType<string[]>>> = {
  // For `report-uri` (CSP Level 2); old browsers know the violated directive alone.
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
  // For `report-to` (Reporting API): reports of any kind.
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

/** One page view; milliseconds, for `CLS` its score. */
const VITALS = z.strictObject({
  page: z.string().max(200),
  vitals: z
    .partialRecord(z.enum(webVitals), z.number().min(0).max(LONGEST_MS))
    .refine(({ CLS = 0 }) => CLS <= LARGEST_SHIFT),
});

export type BrowserReports = ReturnType<typeof createBrowserReports>;

/**
 * Counts what browsers report by themselves, and keeps nothing else of it: violations of the Content-Security-Policy,
 * and the web vitals of a page view. Answers 204; 400, 413 or 415 to a body that is no report; and 429 to a network that
 * has sent too many.
 *
 * @param options `metrics`: told with directives, vitals and pages of bounded sets; `limits`: of this process alone;
 *   `pageLabel`: names a page, one of a bounded set
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

  /** Answers a report that was posted to one of the two addresses, from a client network. */
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
    const taken = await limits.take([{ rule, key: network }]);
    if (!taken.ok) {
      response.setHeader("Retry-After", retryAfter(taken.until));
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

/** @returns whether it is a report */
function count<T>(
  body: string,
  schema: z.ZodType<T> | undefined,
  tell: (report: T) => void,
): boolean {
  const report = schema?.safeParse(jsonOf(body));
  if (report?.success) tell(report.data);
  return report?.success ?? false;
}

/** @returns undefined for a text that is no JSON */
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

/** Old browsers quote the whole directive, sources included. */
function directiveLabel(text: string): string {
  const name = text.slice(0, 40).split(" ", 1)[0] ?? "";
  return DIRECTIVES.includes(name) ? name : "other";
}
