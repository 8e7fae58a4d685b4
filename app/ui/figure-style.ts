/** How a number looks that says what it counts; its size is its place's matter. */
export const figureStyle =
  "font-large leading-figure font-extrabold tracking-tight lining-nums tabular-nums";

export const figureLabelStyle = "text-15/snug text-ink-2";
