/** How a number looks that says what it counts; its size is its place's matter. */
export const figureStyle = "leading-[0.9] font-extrabold tracking-tight lining-nums tabular-nums";

/** How the words look that say what a number counts. */
export const figureLabelStyle = "text-15/snug text-ink-2";
