import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import type { Report } from "server/dashboard/report/report.server";
import type { RequestedReport } from "./requested-report";

/** What the report page displays. */
export interface ReportAnswer extends RequestedReport {
  /** When the answer was made, epoch milliseconds. */
  at: number;
  sandbox: boolean;
  /** Null for a range that is refused. */
  report: Report | null;
  /** Why days that are due are not being read. */
  refusal: string | null;
  /** Whether no answer came, and this is the last one again. */
  isUnanswered?: boolean | undefined;
}

/** The answer that the page displays, with its address. */
let displayed: { address: string; answer: ReportAnswer } | null = null;

/** Keeps the displayed answer, for the time when no further one comes. */
export function useDisplayed(answer: ReportAnswer): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    displayed = { address: pathname + search, answer };
    return () => void (displayed = null);
  });
}

/** Asks the server. When no answer comes to the address that is displayed, its figures stay, and the page says so. */
export async function answerOrDisplayed(
  url: string,
  ask: () => Promise<ReportAnswer>,
): Promise<ReportAnswer> {
  const { pathname, search } = new URL(url);
  try {
    return await ask();
  } catch (error) {
    if (displayed?.address !== pathname + search) throw error;
    return { ...displayed.answer, isUnanswered: true };
  }
}
