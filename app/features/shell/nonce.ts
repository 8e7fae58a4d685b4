import { createContext, useContext } from "react";

const NonceContext = createContext<string | undefined>(undefined);

/** Carries the response's CSP nonce to the script elements of the document. */
export const NonceProvider = NonceContext.Provider;

/** The CSP nonce while rendering on the server; undefined in the browser, which hides nonces anyway. */
export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
