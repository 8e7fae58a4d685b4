import type { ShouldRevalidateFunction } from "@remix-run/react";
import toast from "react-hot-toast/headless";
import { dashboardUrl } from "./dashboard-url";

/** The forms that post from the dashboard change the display, not the figures; but they may end a move to other ones. */
export const figuresStay: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod = "GET",
  defaultShouldRevalidate,
}) => currentUrl.search !== nextUrl.search || (formMethod === "GET" && defaultShouldRevalidate);

/** Delay between the press and the reload, in milliseconds. */
const WAIT_MS = 100;

/** A page of the dashboard that reads no figures. */
const LIGHT_PAGE = dashboardUrl({ tab: "settings" });

/** Longest wait for the check that the server is reachable, in milliseconds. */
const ANSWER_MS = 4_000;

/** Loads the page again, unless the server does not answer: then it stays, instead of the browser's error page. */
export function reloadSoon(): void {
  setTimeout(() => {
    void whoAnswers().then((who) => (who ? window.location.reload() : sayNoAnswer()));
  }, WAIT_MS);
}

/**
 * Who answers this origin's requests: the server, or a sign-in in front of it, which leads to another address; null for
 * nobody. A document can show each of them.
 */
export async function whoAnswers(): Promise<"server" | "sign-in" | null> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const options = { method: "HEAD", cache: "no-store", redirect: "manual", signal } as const;
  const ask = (path: string) => fetch(path, options).catch(() => null);
  // Some sign-ins leave the health check open.
  const [health, page] = await Promise.all([ask("/healthz"), ask(LIGHT_PAGE)]);
  if ([health, page].some((answer) => answer?.type === "opaqueredirect")) return "sign-in";
  return health && health.status < 500 ? "server" : null;
}

export function sayNoAnswer(): void {
  toast.error("No answer came. The page stays as it is.");
}
