import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import type { Limits } from "../limits/limits.server";
import { webVitals, type Metrics } from "../operations/metrics.server";

/** What visitors' browsers tell of how a page was for them. */
export interface WebVitalReports {
  /**
   * Counts one page view and keeps nothing of it.
   *
   * @param text as it was sent
   * @param network of the client who sent it
   * @param labelOf names a page; one of a bounded set
   * @returns the status to answer with: 204, 400 for what is no report, 429 when the network has sent too many
   */
  take(text: string, network: string, labelOf: (path: string) => string): Promise<204 | 400 | 429>;
}

/** Where browsers send them: no route of Remix, whose list every page would have to bring. */
export const VITALS_PATH = "/vitals";

const LONGEST_TEXT = 500;
const LONGEST_MS = 10 * 60 * 1000;
const LARGEST_SHIFT = 100;

const report = z.strictObject({
  page: z.string().max(200),
  vitals: z.partialRecord(z.enum(webVitals), z.number().min(0).max(LONGEST_MS)),
});

export function createWebVitalReports(
  metrics: Pick<Metrics, "webVital">,
  limits: Pick<Limits, "take">,
): WebVitalReports {
  return {
    async take(text, network, labelOf) {
      if (!(await limits.take([{ rule: "webVitals", key: network }])).ok) return 429;
      const told = text.length > LONGEST_TEXT ? null : readReport(text);
      if (told === null) return 400;
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
  network: string,
  { webVitals, routeLabel }: { webVitals: WebVitalReports; routeLabel: (path: string) => string },
): Promise<void> {
  // Who left in the middle of it has told nothing, and who sent too much has an answer already.
  const sent = await text(request).catch(() => null);
  if (response.writableEnded) return;
  if (sent === null) return void response.destroy();
  response.statusCode = await webVitals.take(sent, network, routeLabel);
  if (response.statusCode === 429) response.setHeader("Retry-After", "60");
  response.setHeader("Cache-Control", "no-store").end();
}
