import { useSyncExternalStore } from "react";

const YEAR_SECONDS = 31_536_000;

/** Pattern of the stored choice in `document.cookie`. On https the cookie has the `__Host-` prefix. */
export const PAUSED_CHOICE = "(?:^|; )(?:__Host-)?pause-motion=(on|off)(?:;|$)";

const CHOSEN = "pausemotion";

/** After each of these a choice may be new: a page that was restored, prerendered or in the background has missed some. */
const EVENTS = [CHOSEN, "pageshow", "prerenderingchange", "visibilitychange"];

let unstoredChoice: string | undefined; // the choice where cookies are forbidden

const listeners = new Set<() => void>();

/** Whether motion is paused. Unknown until a component asks; the browser asks another process for a page's cookies. */
let paused: boolean | undefined;

/** Whether motion is paused: the visitor's stored choice, or else `prefers-reduced-motion`. */
function isMotionPaused(): boolean {
  if (paused === undefined) {
    const choice = new RegExp(PAUSED_CHOICE).exec(document.cookie)?.[1] ?? unstoredChoice;
    paused = choice ? choice === "on" : reducedMotion().matches;
  }
  return paused;
}

const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)");

function readAgain(): void {
  paused = undefined;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    reducedMotion().addEventListener("change", readAgain);
    window.addEventListener("focus", readAgain); // a choice in another window that was in sight, too
    // Some of these events go to the document and do not bubble.
    for (const type of EVENTS) window.addEventListener(type, readAgain, { capture: true });
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Whether all automatic motion has to stop (WCAG 2.2.2). True on the server and until hydration, so that nothing moves
 * before the visitor's choice is known.
 */
export function useMotionPaused(): boolean {
  return useSyncExternalStore(subscribe, isMotionPaused, () => true);
}

/**
 * Sets and stores the site-wide switch. Every `useMotionPaused` on the page updates at once. A cookie, because an account
 * deletion clears the storage.
 */
export function setMotionPaused(paused: boolean): void {
  unstoredChoice = paused ? "on" : "off";
  const [prefix, secure] = location.protocol === "https:" ? ["__Host-", "; Secure"] : ["", ""];
  document.cookie = `${prefix}pause-motion=${unstoredChoice}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
  window.dispatchEvent(new Event(CHOSEN));
}
