import type { Registry } from "prom-client";
import { metricsIn } from "./registered-metrics.server";

/** What the browser measures of a page view (web.dev/vitals). */
export const webVitals = ["LCP", "INP", "CLS", "TTFB", "FCP"] as const;

export type WebVital = (typeof webVitals)[number];

/** Seconds; among them what is called good and poor of each. */
const SECONDS = [0.05, 0.1, 0.2, 0.5, 0.8, 1.2, 1.8, 2.5, 3, 4, 6, 10];

const SCORES = [0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1];

/** @returns counts one vital of one page view: milliseconds, for `CLS` its score */
export function countWebVitals(registry: Registry) {
  const { histogram } = metricsIn(registry);
  const seconds = histogram(
    "web_vital_seconds",
    "Times of pages as visitors met them, of one visit in ten",
    ["vital", "page"],
    SECONDS,
  );
  const layoutShift = histogram(
    "web_vital_layout_shift",
    "Cumulative layout shift of pages as visitors met it, of one visit in ten",
    ["page"],
    SCORES,
  );
  return (vital: WebVital, page: string, value: number) => {
    if (vital === "CLS") layoutShift.observe({ page }, value);
    else seconds.observe({ vital, page }, value / 1000);
  };
}
