import { createContext, useContext, useSyncExternalStore } from "react";

const ReferenceContext = createContext<string | undefined>(undefined);

/** Carries the request's reference id to the error page while rendering on the server. */
export const ReferenceProvider = ReferenceContext.Provider;

/** `id` of the element that shows it, where the browser finds it again when it takes the page over. */
export const REFERENCE_ELEMENT_ID = "reference";

/**
 * The reference id of the request that the page came from; undefined when the error arose in the browser,
 * which made no such request.
 */
export function useReference(): string | undefined {
  const fromServer = useContext(ReferenceContext);
  return useSyncExternalStore(
    neverChanges,
    () => document.getElementById(REFERENCE_ELEMENT_ID)?.textContent ?? undefined,
    () => fromServer ?? (typeof document === "undefined" ? undefined : shownReference()),
  );
}

const neverChanges = () => () => undefined;

function shownReference(): string | undefined {
  return document.getElementById(REFERENCE_ELEMENT_ID)?.textContent ?? undefined;
}
