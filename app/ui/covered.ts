import { createContext, useContext } from "react";

const CoveredContext = createContext(false);

/** Says for a part of the page that something covers it. */
export const CoveredProvider = CoveredContext.Provider;

/** Whether something covers the part of the page one is in: what nobody sees need not move. */
export const useCovered = () => useContext(CoveredContext);
