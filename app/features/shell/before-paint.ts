import { PAUSED_CHOICE } from "~/lib/pause-motion";

/**
 * Inline script for what cannot wait for hydration, which may come seconds after the first paint: `data-motion` for style
 * sheets, `data-save-data`, and 'Go Back' on pages without modules. A history without an earlier page leaves the press to
 * its form. Where only the header asks to save data, the server has repeated it in `Server-Timing`.
 */
export const BEFORE_PAINT = `(() => {
  const { dataset } = document.documentElement;
  const choice = /${PAUSED_CHOICE}/.exec(document.cookie)?.[1];
  const isPaused = choice ? choice === "on" : matchMedia("(prefers-reduced-motion: reduce)").matches;
  dataset.motion = isPaused ? "paused" : "moving";
  const [{ serverTiming = [] } = {}] = performance.getEntriesByType("navigation");
  const isSavingData = navigator.connection?.saveData || matchMedia("(prefers-reduced-data: reduce)").matches;
  if (isSavingData || serverTiming.some(({ name }) => name === "save-data")) dataset.saveData = "";
  addEventListener("click", (event) => {
    if (!event.target.closest("[data-go-back]") || history.length < 2) return;
    event.preventDefault();
    history.back();
  });
})()`;
