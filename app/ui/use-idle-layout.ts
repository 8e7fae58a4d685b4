import { useEffect, type RefObject } from "react";
import { useCovered } from "./covered";

/** For browsers without idle callbacks: soon, but after what is waiting already. */
const SOON_MS = 100;

const waiting = new Set<HTMLElement>();
let working = false;

/**
 * Has an element laid out that `content-visibility: auto` leaves for later, in an idle moment after the page
 * has loaded and nothing covers it, and one such element at a time: no long task, and links to sections
 * below it arrive exactly.
 */
export function useIdleLayout(element: RefObject<HTMLElement>): void {
  const covered = useCovered();
  useEffect(() => {
    const target = element.current;
    if (!target || covered) return;
    waiting.add(target);
    void layOutWaiting();
    return () => void waiting.delete(target);
  }, [element, covered]);
}

async function layOutWaiting(): Promise<void> {
  if (working) return;
  working = true;
  await pageLoaded();
  for (const target of waiting) {
    await idle();
    target.style.contentVisibility = "visible";
    waiting.delete(target);
    await nextFrame();
  }
  working = false;
}

const pageLoaded = () =>
  new Promise<unknown>((resolve) => {
    if (document.readyState === "complete") resolve(undefined);
    else window.addEventListener("load", resolve, { once: true });
  });

const idle = () =>
  new Promise<unknown>((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(resolve);
    else setTimeout(resolve, SOON_MS);
  });

const nextFrame = () => new Promise<unknown>((resolve) => requestAnimationFrame(resolve));
