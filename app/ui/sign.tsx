import type { ReactNode } from "react";

const boardStyle =
  "relative rounded-sign [--focus:white] before:pointer-events-none before:absolute before:inset-1.75 " +
  "before:rounded-control before:border-3 before:border-current";

/** A guide sign's ground and border: at most one in a screenful. Its room inside is its place's matter. */
export const signStyle = `${boardStyle} bg-sign text-white`;

/** The same in white, for what is closed. */
export const whiteSignStyle = `${boardStyle} bg-chalk text-asphalt`;

/** The exit number on a sign's upper edge. */
export function SignTab({ children }: { children: ReactNode }) {
  return <span className={tabStyle}>{children}</span>;
}

const tabStyle =
  "absolute right-5 bottom-full -mb-0.75 rounded-t-md bg-sign px-4.5 pt-3.5 pb-2.5 font-mono text-15/none " +
  "font-bold tracking-wider text-white before:absolute before:inset-x-1.25 before:top-1.25 before:bottom-0 " +
  "before:rounded-t-control before:border-2 before:border-b-0 before:border-white";
