import { createContext, useContext } from "react";

const BehindOverlayContext = createContext(false);

/** Says for a part of the page that something covers it. */
export const BehindOverlayProvider = BehindOverlayContext.Provider;

/** Whether something covers the part of the page one is in: what nobody sees need not move. */
export const useBehindOverlay = () => useContext(BehindOverlayContext);
