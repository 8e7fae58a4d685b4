import { formatExactDateTime } from "~/lib/format-moment";
import type { SlotLimit, Slots } from "../limits/concurrency-limits.server";
import type { Logger } from "../process/logger.server";
import { requestContext } from "../process/request-context.server";
import { UpstreamError } from "../upstream/upstream-error.server";
import { textStream } from "./text-stream.server";

/** Why no export or report can start now. A place may be free in 15 seconds, rounded up so that a reload says the same. */
export function exportRefusal(limit: SlotLimit) {
  const until = Math.ceil((Date.now() + MINUTE_MS / 4) / MINUTE_MS) * MINUTE_MS;
  const isOfClient = limit === "client-full";
  const why = isOfClient
    ? "Two exports or reports are already being read from your network."
    : "As many exports and reports are being read as can be at once.";
  const text = `${why} Try again when one has ended, or from ${formatExactDateTime(until)} on.`;
  return { status: isOfClient ? 429 : 503, text, until };
}

const MINUTE_MS = 60_000;

/**
 * Streams a file in a place of the exports, which the visitor's network holds until the connection closes.
 *
 * @param open called with a place: begins the file, or throws why it cannot
 */
export async function streamInPlace(
  { exports, logger }: { exports: Slots; logger: Logger },
  open: () => Promise<{ headers: HeadersInit; lines: Parameters<typeof textStream>[0] }>,
): Promise<Response | ReturnType<typeof exportRefusal>> {
  const context = requestContext();
  const response = context.response();
  const place = exports.take(context.clientAddress);
  if (typeof place === "string") return exportRefusal(place);
  // On Node `Request.signal` does not tell this reliably under load.
  if (response.closed) place.leave();
  else response.once("close", () => place.leave());
  const { headers, lines } = await open();
  const onError = (error: unknown) => logger.error(logged(error), "export broke off");
  return new Response(textStream(lines, response, onError), { headers });
}

/** Log fields of an error. Omits upstream messages, because they can contain the search text. */
function logged(error: unknown) {
  if (!(error instanceof UpstreamError)) return { err: error };
  const { kind, status } = error;
  return { kind, status };
}
