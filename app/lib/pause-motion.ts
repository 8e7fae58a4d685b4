import { useCallback, useEffect, useState } from "react";
import { useBrowserValue } from "./hydration";
import { createSignal } from "./signal";
import { wroteStorage } from "./storage";

/**
 * In local storage, which tells other tabs, and as a cookie, which an account's deletion leaves where it is. On https
 * the cookie has the `__Host-` prefix; one from the time before it is still read.
 */
const NAME = "pause-motion";
const YEAR_SECONDS = 31_536_000;

const switched = createSignal();
let chosenHere: "on" | "off" | undefined; // carries the choice where storage is forbidden

/**
 * Whether motion is paused when a page opens: the visitor's remembered choice; without one, on under
 * `prefers-reduced-motion`.
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
    // Storage is forbidden: nothing is remembered.
  }
  return choice ? choice === "on" : matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** What `useMotionPaused` answers in the browser, asked once. */
function isMotionPaused(): boolean {
  return chosenHere ? chosenHere === "on" : opensPaused();
}

function subscribe(listener: () => void): () => void {
  const left = new AbortController();
  const { signal } = left;
  matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", listener, { signal });
  window.addEventListener("storage", listener, { signal });
  // A page that comes back from the back/forward cache has missed what other pages chose.
  window.addEventListener("pageshow", listener, { signal });
  signal.addEventListener("abort", switched.subscribe(listener));
  return () => left.abort();
}

/**
 * Whether everything that moves by itself has to stand still (WCAG 2.2.2). On the server and until
 * hydration: true, so that nothing moves before the visitor's wish is known.
 */
export function useMotionPaused(): boolean {
  return useBrowserValue(subscribe, isMotionPaused, true);
}

/** Sets the site-wide switch and remembers it. Every `useMotionPaused` on the page answers at once. */
export function setMotionPaused(paused: boolean): void {
  const choice = paused ? "on" : "off";
  const isKept = wroteStorage(() => {
    const [prefix, secure] = location.protocol === "https:" ? ["__Host-", "; Secure"] : ["", ""];
    document.cookie = `${prefix}${NAME}=${choice}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
    localStorage.setItem(NAME, choice);
  });
  if (!isKept) chosenHere = choice; // lasts as long as the page
  switched.tell();
}

/**
 * Tells style sheets from now on: `<html data-motion="paused">` or `"moving"`. What it is before the first
 * paint is said by `opensPaused` in the document's head. Use once, in the root.
 */
export function useMotionAttribute(): void {
  useEffect(() => {
    const tell = () => {
      document.documentElement.dataset.motion = isMotionPaused() ? "paused" : "moving";
    };
    tell();
    return subscribe(tell);
  }, []);
}

/**
 * The pause button of one moving thing. It follows the site-wide switch; what was chosen on the button itself holds
 * until the switch is touched again. `pause` is for a thing that stops by itself, until its button is pressed.
 *
 * @param rests whether the thing stands still for another reason until its button is pressed
 */
export function usePause(rests = false): [paused: boolean, toggle: () => void, pause: () => void] {
  const motionPaused = useMotionPaused();
  const [switchedTo, setSwitchedTo] = useState(motionPaused);
  const [choice, setChoice] = useState<boolean>();
  if (switchedTo !== motionPaused) {
    setSwitchedTo(motionPaused);
    setChoice(undefined);
  }
  const paused = choice ?? (motionPaused || rests);
  const toggle = useCallback(() => setChoice(!paused), [paused]);
  const pause = useCallback(() => setChoice(true), []);
  return [paused, toggle, pause];
}
