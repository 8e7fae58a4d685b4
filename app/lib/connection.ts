import { useSyncExternalStore } from "react";
import { createSignal } from "./signal";

/**
 * Whether a response is the server's: each of its own, refusals too, names where browsers report violations. The error
 * page of a proxy, a login and a captive portal do not.
 */
export function isOwnAnswer({ headers }: Response): boolean {
  return headers.has("Reporting-Endpoints");
}

/** Whether the server can be asked: a browser that says it is offline may still reach one on its own machine. */
export async function isReachable(): Promise<boolean> {
  return navigator.onLine || answersSoon();
}

/** Whether the server answers, in as many milliseconds where they are given. */
export async function answersSoon(within?: number): Promise<boolean> {
  return (await headOf("/healthz", within)) !== null;
}

/** Names what an address shows at this moment; null when no answer comes in as many milliseconds, or a failure (5xx). */
export async function versionOf(address: string, within: number): Promise<string | null> {
  const answer = await headOf(address, within);
  if (answer === null || answer.status >= 500) return null;
  return `${answer.status} ${answer.headers.get("ETag") ?? ""}`;
}

async function headOf(address: string, within?: number): Promise<Response | null> {
  const late = new AbortController();
  const timer = within !== undefined && setTimeout(() => late.abort(), within);
  try {
    const request = { method: "HEAD", cache: "no-store", signal: late.signal } as const;
    const answer = await fetch(address, request);
    return isOwnAnswer(answer) ? answer : null;
  } catch {
    return null;
  } finally {
    if (timer !== false) clearTimeout(timer);
  }
}

let waits = 0;
const waiting = createSignal();

/** Notes that what was asked for is asked for again, because no answer came. @returns notes the end of it */
export function beginWaiting(): () => void {
  const add = (difference: 1 | -1) => {
    waits += difference;
    waiting.tell();
  };
  add(1);
  return () => add(-1);
}

/** Whether something that was asked for has had no answer yet and is asked for again. */
export function useIsWaiting(): boolean {
  return useSyncExternalStore(waiting.subscribe, isWaiting, never);
}

const isWaiting = () => waits > 0;
const never = () => false;

/** Whether the browser was asked to use little data; true on the server, which cannot know. */
export function savesData(): boolean {
  // Node has a `navigator` from 21 on.
  if (typeof document === "undefined") return true;
  // The Network Information API is not in TypeScript's library: only some browsers have it.
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true || matchMedia("(prefers-reduced-data: reduce)").matches;
}
