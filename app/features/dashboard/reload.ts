import toast from "react-hot-toast/headless";
import { dashboardUrl } from "./dashboard-url";

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
  const page = await fetch(LIGHT_PAGE, options).catch(() => null);
  if (page?.type === "opaqueredirect") return "sign-in";
  // A busy server answers 503 with its clock; a proxy without a server does not.
  const isOurs = /\bclock;/.test(page?.headers.get("Server-Timing") ?? "");
  return page && (page.status < 500 || isOurs) ? "server" : null;
}

export function sayNoAnswer(): void {
  toast.error("No answer came. The page stays as it is.");
}
