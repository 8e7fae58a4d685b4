import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import type { Limits } from "../limits/limits.server";
import { limitBody } from "./guard/body-limit.server";
import { retryAfter } from "../resilience/retry-after.server";
import type { Metrics } from "../operations/metrics.server";

/** Largest body in bytes: a few reports, each of which quotes the policy and two addresses. */
const REPORT_LIMIT = 16 * 1024;

/** A browser may collect what happened on a page; more at once says nothing more. */
const MOST_AT_ONCE = 20;

/** Directives by which reports are counted (CSP Level 3); every other word is `other`. */
const DIRECTIVES: readonly string[] = [
  "base-uri",
  "connect-src",
  "default-src",
  "font-src",
  "form-action",
  "frame-ancestors",
  "frame-src",
  "img-src",
  "manifest-src",
  "media-src",
  "object-src",
  "script-src",
  "script-src-attr",
  "script-src-elem",
  "style-src",
  "style-src-attr",
  "style-src-elem",
  "worker-src",
];

/** What browsers post for `report-uri` (CSP Level 2); the old ones know the violated directive alone. */
const OLD_REPORT = z.object({
  "csp-report": z.object({
    "effective-directive": z.string().optional(),
    "violated-directive": z.string().optional(),
  }),
});

/** What they post for `report-to` (Reporting API): reports of any kind. */
const REPORTS = z.array(
  z.object({
    type: z.string(),
    body: z.object({ effectiveDirective: z.string().optional() }).nullish(),
  }),
);

const READERS: Record<string, ((body: unknown) => string[]) | undefined> = {
  "application/csp-report": (body) => {
    const report = OLD_REPORT.parse(body)["csp-report"];
    return [report["effective-directive"] ?? report["violated-directive"] ?? ""];
  },
  "application/reports+json": (body) =>
    REPORTS.parse(body)
      .filter(({ type }) => type === "csp-violation")
      .map((report) => report.body?.effectiveDirective ?? ""),
};

/**
 * Answers browsers that report violations of the Content-Security-Policy. Of a report nothing stays but one more
 * in the count of its directive. No form guard is asked: a report changes nothing, and browsers do not say
 * with it who made them send it.
 *
 * @param metrics told of each violation, with a directive of a bounded set
 */
export function createViolationReports(
  metrics: Pick<Metrics, "cspViolations">,
  limits: Pick<Limits, "take">,
): (request: IncomingMessage, response: ServerResponse, network: string) => Promise<void> {
  return async (request, response, network) => {
    response.setHeader("Cache-Control", "no-store");
    const respond = (status: number) => {
      response.statusCode = status;
      response.end();
    };
    if (request.method !== "POST") {
      response.setHeader("Allow", "POST");
      return respond(405);
    }
    const type = request.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
    const read = READERS[type];
    if (read === undefined) return respond(415);
    const taken = await limits.take([{ rule: "violationReports", key: network }]);
    if (!taken.ok) {
      response.setHeader("Retry-After", retryAfter(taken.until));
      return respond(429);
    }
    const body = await bodyOf(request);
    if (body === null) return respond(413);
    const directives = readOr400(() => read(JSON.parse(body)));
    if (directives === null) return respond(400);
    for (const text of directives.slice(0, MOST_AT_ONCE))
      metrics.cspViolations.inc({ directive: labelOf(text) });
    respond(204);
  };
}

/** @returns null for one that is too large */
function bodyOf(request: IncomingMessage): Promise<string | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    limitBody(request, () => resolve(null), REPORT_LIMIT);
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => resolve(Buffer.concat(chunks).toString()));
    request.resume();
  });
}

function readOr400(read: () => string[]): string[] | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

/** Old browsers quote the whole directive, sources included. */
function labelOf(text: string): string {
  const name = text.slice(0, 40).split(" ", 1)[0] ?? "";
  return DIRECTIVES.includes(name) ? name : "other";
}
