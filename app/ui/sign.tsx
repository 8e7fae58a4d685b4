import type { ReactNode } from "react";

const boardStyle =
  "relative rounded-sign [--color-focus:white] before:pointer-events-none before:absolute before:inset-1.75 " +
  "before:rounded-control before:border-3 before:border-current";

/** Background and border of a guide sign. Use at most one per screenful. The caller sets the padding. */
export const signStyle = `${boardStyle} bg-sign text-white`;

/** A white sign, for "closed". */
export const whiteSignStyle = `${boardStyle} bg-chalk text-asphalt`;

/** The tab with the exit number on the upper edge of a sign. */
export function SignTab({ children }: { children: ReactNode }) {
  return <span className={tabStyle}>{children}</span>;
}

const tabStyle =
  "absolute right-5 bottom-full -mb-0.75 rounded-t-md bg-sign px-4.5 pt-3.5 pb-2.5 font-mono text-15/none " +
  "font-bold tracking-wider text-white before:absolute before:inset-x-1.25 before:top-1.25 before:bottom-0 " +
  "before:rounded-t-control before:border-2 before:border-b-0 before:border-white";
