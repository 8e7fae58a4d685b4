import { pages } from "~/content/pages";
import { PAUSED_CHOICE } from "~/lib/pause-motion";

/**
 * Inline script for what cannot wait for hydration, which may come seconds after the first paint: `data-motion` for style
 * sheets, and 'Go Back' on pages without scripts.
 */
export const BEFORE_PAINT = `(() => {
  const { dataset } = document.documentElement;
  const choice = /${PAUSED_CHOICE}/.exec(document.cookie)?.[1];
  const isPaused = choice ? choice === "on" : matchMedia("(prefers-reduced-motion: reduce)").matches;
  dataset.motion = isPaused ? "paused" : "moving";
  addEventListener("click", (event) => {
    if (!event.target.closest("[data-go-back]")) return;
    if (history.length > 1) history.back();
    else location.assign("${pages.home.path}");
  });
})()`;
