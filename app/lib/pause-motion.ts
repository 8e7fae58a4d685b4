import { useEffect } from "react";
import { useBrowserValue } from "./browser-value";

/** In local storage, which tells other tabs, and as a cookie, which an account's deletion leaves where it is. */
const NAME = "pause-motion";
const YEAR_SECONDS = 31_536_000;
const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

const listeners = new Set<() => void>();
let chosenHere: string | null = null; // carries the choice where storage is forbidden

function readChoice(): string | null {
  try {
    return localStorage.getItem(NAME) ?? cookieChoice() ?? chosenHere;
  } catch {
    return chosenHere;
  }
}

function cookieChoice(): string | null {
  return new RegExp(`(?:^|; )${NAME}=(on|off)(?:;|$)`).exec(document.cookie)?.[1] ?? null;
}

function isMotionPaused(): boolean {
  const choice = readChoice();
  return choice ? choice === "on" : matchMedia(REDUCED_MOTION).matches;
}

function subscribe(listener: () => void): () => void {
  const reducedMotion = matchMedia(REDUCED_MOTION);
  listeners.add(listener);
  reducedMotion.addEventListener("change", listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    reducedMotion.removeEventListener("change", listener);
    window.removeEventListener("storage", listener);
  };
}

/**
 * Whether everything that moves by itself has to stand still (WCAG 2.2.2).
 * The visitor's remembered choice; without one, on under `prefers-reduced-motion`. On the server and
 * until hydration: true, so that nothing moves before the visitor's wish is known.
 */
export function useMotionPaused(): boolean {
  return useBrowserValue(subscribe, isMotionPaused, true);
}

/** Sets the site-wide switch and remembers it. Every `useMotionPaused` on the page answers at once. */
export function setMotionPaused(paused: boolean): void {
  chosenHere = paused ? "on" : "off";
  try {
    document.cookie = `${NAME}=${chosenHere}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
    localStorage.setItem(NAME, chosenHere);
  } catch {
    // Storage is forbidden: the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/** Tells style sheets: `<html data-motion-paused>` while the switch is on. Use once, in the shell. */
export function useMotionAttribute(): void {
  const paused = useMotionPaused();
  useEffect(() => {
    document.documentElement.toggleAttribute("data-motion-paused", paused);
  }, [paused]);
}
