import { useSyncExternalStore } from "react";
import { createSignal } from "./signal";

/**
 * Whether our server sent a response. All of its responses, errors too, have an `X-Request-Id` header. The pages
 * of a failing proxy, a login and a captive portal have none.
 */
export function isOwnResponse({ headers }: Response): boolean {
  return headers.has("X-Request-Id");
}

/** Whether the server can be reached. It is asked if the browser is offline, because it may be on the same machine. */
export async function isReachable(): Promise<boolean> {
  return navigator.onLine || respondsWithin();
}

/** Whether the server responds. @param within time limit in milliseconds; left out: no limit */
export async function respondsWithin(within?: number): Promise<boolean> {
  return (await headOf("/healthz", within)) !== null;
}

/** Status and ETag of an address; null without a response `within` milliseconds, and for a 5xx. */
export async function versionOf(address: string, within: number): Promise<string | null> {
  const response = await headOf(address, within);
  if (response === null || response.status >= 500) return null;
  return `${response.status} ${response.headers.get("ETag") ?? ""}`;
}

async function headOf(address: string, within?: number): Promise<Response | null> {
  const timeout = new AbortController();
  const timer = within !== undefined && setTimeout(() => timeout.abort(), within);
  try {
    const request = { method: "HEAD", cache: "no-store", signal: timeout.signal } as const;
    const response = await fetch(address, request);
    return isOwnResponse(response) ? response : null;
  } catch {
    return null;
  } finally {
    if (timer !== false) clearTimeout(timer);
  }
}

let retryCount = 0;
const retryCountChanged = createSignal();

/** Registers a request that is retried because it had no response. @returns a function that unregisters the request */
export function registerRetry(): () => void {
  const add = (difference: 1 | -1) => {
    retryCount += difference;
    retryCountChanged.tell();
  };
  add(1);
  return () => add(-1);
}

/** Whether any request has had no response yet and is being retried. */
export function useIsRetrying(): boolean {
  return useSyncExternalStore(retryCountChanged.subscribe, isWaiting, never);
}

const isWaiting = () => retryCount > 0;
const never = () => false;

/** Whether the visitor wants to save data; true on the server, which cannot know. */
export function savesData(): boolean {
  // `navigator` is no sign of a browser: Node has one since version 21.
  if (typeof document === "undefined") return true;
  // The Network Information API is not in TypeScript's library: only some browsers have it.
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true || matchMedia("(prefers-reduced-data: reduce)").matches;
}
