import { useCallback, useEffect, useState } from "react";
import { useBrowserValue } from "./hydration";
import { createSignal } from "./signal";
import { tryWriteStorage } from "./storage";

/**
 * Name of the choice in local storage, whose events inform other tabs, and of a cookie, which is kept when an account
 * deletion clears the storage. On https the cookie has the `__Host-` prefix; older cookies without it are still read.
 */
const NAME = "pause-motion";
const YEAR_SECONDS = 31_536_000;

const choiceChanged = createSignal();
let unstoredChoice: "on" | "off" | undefined; // the choice where storage is forbidden

/**
 * Whether motion is paused when a page opens: the visitor's stored choice, or else `prefers-reduced-motion`.
 *
 * Its source is also sent as an inline script, so it uses nothing from outside itself.
 */
export function opensPaused(): boolean {
  let choice: string | null | undefined;
  try {
    choice =
      localStorage.getItem("pause-motion") ??
      (
        /(?:^|; )__Host-pause-motion=(on|off)(?:;|$)/.exec(document.cookie) ??
        /(?:^|; )pause-motion=(on|off)(?:;|$)/.exec(document.cookie)
      )?.[1];
  } catch {
    // Storage is forbidden, so there is no stored choice.
  }
  return choice ? choice === "on" : matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The current value of `useMotionPaused` in the browser. */
function isMotionPaused(): boolean {
  return unstoredChoice ? unstoredChoice === "on" : opensPaused();
}

function subscribe(listener: () => void): () => void {
  const subscription = new AbortController();
  const { signal } = subscription;
  matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", listener, { signal });
  window.addEventListener("storage", listener, { signal });
  // A page restored from the back/forward cache has missed choices made on other pages.
  window.addEventListener("pageshow", listener, { signal });
  signal.addEventListener("abort", choiceChanged.subscribe(listener));
  return () => subscription.abort();
}

/**
 * Whether all automatic motion has to stop (WCAG 2.2.2). True on the server and until hydration, so that nothing moves
 * before the visitor's choice is known.
 */
export function useMotionPaused(): boolean {
  return useBrowserValue(subscribe, isMotionPaused, true);
}

/** Sets and stores the site-wide switch. Every `useMotionPaused` on the page updates at once. */
export function setMotionPaused(paused: boolean): void {
  const choice = paused ? "on" : "off";
  const isStored = tryWriteStorage(() => {
    const [prefix, secure] = location.protocol === "https:" ? ["__Host-", "; Secure"] : ["", ""];
    document.cookie = `${prefix}${NAME}=${choice}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
    localStorage.setItem(NAME, choice);
  });
  if (!isStored) unstoredChoice = choice; // lasts as long as the page
  choiceChanged.tell();
}

/**
 * Keeps `<html data-motion="paused">` or `"moving"` up to date for style sheets. Before the first paint an inline
 * script of the head sets it with `opensPaused`. Use once, in the root.
 */
export function useMotionAttribute(): void {
  useEffect(() => {
    const update = () => {
      document.documentElement.dataset.motion = isMotionPaused() ? "paused" : "moving";
    };
    update();
    return subscribe(update);
  }, []);
}

/**
 * State of the pause button of one animation or film. It follows the site-wide switch; a choice made with the button
 * itself lasts until the switch changes. `pause` is for media that stop on their own, until the button is pressed.
 *
 * @param rests whether the animation is stopped for another reason (saving data) until its button is pressed
 */
export function usePause(rests = false): [paused: boolean, toggle: () => void, pause: () => void] {
  const motionPaused = useMotionPaused();
  const [lastMotionPaused, setLastMotionPaused] = useState(motionPaused);
  const [choice, setChoice] = useState<boolean>();
  if (lastMotionPaused !== motionPaused) {
    setLastMotionPaused(motionPaused);
    setChoice(undefined);
  }
  const paused = choice ?? (motionPaused || rests);
  const toggle = useCallback(() => setChoice(!paused), [paused]);
  const pause = useCallback(() => setChoice(true), []);
  return [paused, toggle, pause];
}
