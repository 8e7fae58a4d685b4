import { createContext, useContext } from "react";

/** What a document says of the request that it answers. */
interface DocumentContextValue {
  /** Of the response's Content-Security-Policy. */
  nonce?: string;
  reference?: string;
}

const DocumentContext = createContext<DocumentContextValue>({});

/** Carries the request through the rendering on the server. */
export const DocumentContextProvider = DocumentContext.Provider;

/** The CSP nonce while rendering on the server; undefined in the browser, which hides nonces anyway. */
export function useNonce(): string | undefined {
  return useContext(DocumentContext).nonce;
}

/** `id` of the element that shows it, where React finds it again when it hydrates the page. */
export const REFERENCE_ELEMENT_ID = "reference";

/**
 * The reference id of the request that the page came from; undefined when the error arose in the browser,
 * which made no such request.
 */
export function useReference(): string | undefined {
  const { reference } = useContext(DocumentContext);
  if (import.meta.env.SSR) return reference;
  return document.getElementById(REFERENCE_ELEMENT_ID)?.textContent ?? undefined;
}
