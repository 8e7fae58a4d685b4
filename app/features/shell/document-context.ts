import { createContext, useContext } from "react";
import type { Site } from "./site";

/** Data of the request that a document answers. */
interface DocumentContextValue {
  /** Nonce of the response's Content-Security-Policy. */
  nonce?: string;
  reference?: string;
  /** The public settings, for documents whose root loader has not run. */
  site?: Site;
}

export const DocumentContext = createContext<DocumentContextValue>({});

/** Provides the data of the request while the server renders. */
export const DocumentContextProvider = DocumentContext.Provider;

/** The CSP nonce while rendering on the server; undefined in the browser, which hides nonces anyway. */
export function useNonce(): string | undefined {
  return useContext(DocumentContext).nonce;
}

/** `id` of the element that displays the reference. {@link useReference} reads it from there during hydration. */
export const REFERENCE_ELEMENT_ID = "reference";

/**
 * The reference id of the request for the page; undefined when the error occurred in the browser, without such a
 * request.
 */
export function useReference(): string | undefined {
  const { reference } = useContext(DocumentContext);
  if (import.meta.env.SSR) return reference;
  return document.getElementById(REFERENCE_ELEMENT_ID)?.textContent ?? undefined;
}
