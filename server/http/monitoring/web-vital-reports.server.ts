import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import type { Counter } from "../../limits/counters.server";
import { createLocalCounters } from "../../limits/local-counters.server";
import type { Metrics } from "./metrics.server";
import { webVitals } from "./metrics-web-vitals.server";

/** What visitors' browsers tell of how a page was for them. */
export interface WebVitalReports {
  /**
   * Counts one page view and keeps nothing of it.
   *
   * @param text as it was sent
   * @param labelOf names a page; one of a bounded set
   * @returns the status to answer with: 204, 400 for what is no report, 429 when there are too many
   */
  take(text: string, labelOf: (path: string) => string): Promise<204 | 400 | 429>;
}

/** Where browsers send them: no route of Remix, whose list every page would have to bring. */
export const VITALS_PATH = "/vitals";

/** Reports a minute that one process counts: more tell nothing new. */
const PER_MINUTE: Counter = { name: "web vitals", points: 600, seconds: 60 };

const LONGEST_TEXT = 500;
const LONGEST_MS = 10 * 60 * 1000;
const LARGEST_SHIFT = 100;

const report = z.strictObject({
  page: z.string().max(200),
  vitals: z.partialRecord(z.enum(webVitals), z.number().min(0).max(LONGEST_MS)),
});

export function createWebVitalReports(metrics: Pick<Metrics, "webVital">): WebVitalReports {
  const counters = createLocalCounters();
  return {
    async take(text, labelOf) {
      const told = text.length > LONGEST_TEXT ? null : readReport(text);
      if (told === null) return 400;
      if (!(await counters.take([PER_MINUTE])).ok) return 429;
      const page = labelOf(told.page);
      for (const vital of webVitals) {
        const value = told.vitals[vital];
        if (value !== undefined) metrics.webVital(vital, page, value);
      }
      return 204;
    },
  };
}

function readReport(text: string): z.infer<typeof report> | null {
  try {
    const parsed = report.safeParse(JSON.parse(text));
    return parsed.success && (parsed.data.vitals.CLS ?? 0) <= LARGEST_SHIFT ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Answers a posted report; whether it comes from a page of ours is asked before. */
export async function answerVitals(
  request: IncomingMessage,
  response: ServerResponse,
  { webVitals, routeLabel }: { webVitals: WebVitalReports; routeLabel: (path: string) => string },
): Promise<void> {
  try {
    response.statusCode = await webVitals.take(await text(request), routeLabel);
    if (response.statusCode === 429) response.setHeader("Retry-After", "60");
    response.setHeader("Cache-Control", "no-store").end();
  } catch {
    // Who left in the middle of it has told nothing.
    response.destroy();
  }
}
