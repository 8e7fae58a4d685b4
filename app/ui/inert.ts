import { createContext, useContext } from "react";

/** The `inert` attribute in a form that React 18 can set. Inert content has no focus and no clicks, and is not read. */
export function inert(on: boolean): { inert?: "" } {
  return on ? { inert: "" } : {};
}

const BehindOverlayContext = createContext(false);

/** Tells the components of a part of the page whether an overlay covers it. */
export const BehindOverlayProvider = BehindOverlayContext.Provider;

/** Whether an overlay covers the part of the page that contains the component, so that its motion can stop. */
export const useBehindOverlay = () => useContext(BehindOverlayContext);
