import { pages } from "~/content/pages";
import { PAUSED_CHOICE } from "~/lib/pause-motion";

/**
 * Inline script for what cannot wait for hydration, which may come seconds after the first paint: `data-motion` for style
 * sheets, the loader's cover on a first visit, and 'Go Back' on pages without scripts. A prerendered page is not covered.
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
  try {
    const isFirst = location.pathname === "${pages.home.path}" && localStorage.getItem("loaderShown") === null;
    const isUnwanted = isPaused || navigator.connection?.saveData || /(^|; )(__Host-)?loader=off/.test(document.cookie);
    if (isFirst && !isUnwanted && !document.prerendering) dataset.cover = "";
  } catch {}
})()`;
