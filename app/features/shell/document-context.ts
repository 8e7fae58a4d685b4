import { createContext, useContext } from "react";
import type { Site } from "./site";

/** Data of the request that a document answers. */
interface DocumentContextValue {
  /** Nonce of the response's Content-Security-Policy. */
  nonce?: string;
  /** Id of the request in the log. */
  reference?: string;
  /** The public settings, for documents whose root loader has not run. */
  site?: Site;
}

/** Provided while the server renders. */
export const DocumentContext = createContext<DocumentContextValue>({});

/** The CSP nonce while rendering on the server; undefined in the browser, which hides nonces anyway. */
export function useNonce(): string | undefined {
  return useContext(DocumentContext).nonce;
}
