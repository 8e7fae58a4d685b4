import { createContext, useContext } from "react";

/** The `inert` attribute as React 18 can set it: nothing inside takes focus, clicks or is read out. */
export function inert(on: boolean): { inert?: "" } {
  return on ? { inert: "" } : {};
}

const BehindOverlayContext = createContext(false);

/** Says for a part of the page that something covers it. */
export const BehindOverlayProvider = BehindOverlayContext.Provider;

/** Whether something covers the part of the page one is in: what nobody sees need not move. */
export const useBehindOverlay = () => useContext(BehindOverlayContext);
