import type { ServerResponse } from "node:http";
import onHeaders from "on-headers";

/** Where Remix says 405 there is only something to look at. */
const ALLOWED = "GET, HEAD";

/**
 * Adds to an answer, as its head is written, what whoever made it has left out: a 405 says what is allowed
 * (RFC 9110, section 15.5.6), and no cache keeps an error.
 */
export function addResponseDefaults(response: ServerResponse): void {
  onHeaders(response, () => {
    const { statusCode: status } = response;
    if (status === 405 && !response.hasHeader("Allow")) response.setHeader("Allow", ALLOWED);
    if (status >= 400 && !response.hasHeader("Cache-Control")) {
      response.setHeader("Cache-Control", "no-store");
    }
  });
}
