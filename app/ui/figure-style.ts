/** Classes of a figure that has a label. The caller sets the size. */
export const figureStyle =
  "font-large leading-figure font-extrabold tracking-tight lining-nums tabular-nums";

/** Classes of the label of a figure. */
export const figureLabelStyle = "text-15/snug text-ink-2";
