import { createContext, useContext, useSyncExternalStore } from "react";

/** What a document says of the request that it answers. */
interface DocumentContextValue {
  /** Of the response's Content-Security-Policy. */
  nonce?: string;
  /** The reference id of the request. */
  reference?: string;
}

const RequestContext = createContext<DocumentContextValue>({});

/** Carries the request through the rendering on the server. */
export const DocumentContextProvider = RequestContext.Provider;

/** The CSP nonce while rendering on the server; undefined in the browser, which hides nonces anyway. */
export function useNonce(): string | undefined {
  return useContext(RequestContext).nonce;
}

/** `id` of the element that shows it, where React finds it again when it hydrates the page. */
export const REFERENCE_ELEMENT_ID = "reference";

/**
 * The reference id of the request that the page came from; undefined when the error arose in the browser,
 * which made no such request.
 */
export function useReference(): string | undefined {
  const { reference } = useContext(RequestContext);
  return useSyncExternalStore(
    neverChanges,
    shownReference,
    () => reference ?? (typeof document === "undefined" ? undefined : shownReference()),
  );
}

const neverChanges = () => () => undefined;

function shownReference(): string | undefined {
  return document.getElementById(REFERENCE_ELEMENT_ID)?.textContent ?? undefined;
}
