import type { SlotLimit, Slots } from "../limits/concurrency-limits.server";
import type { Logger } from "../process/logger.server";
import { requestContext } from "../process/request-context.server";
import { UpstreamError } from "../upstream/upstream-error.server";
import { textStream } from "./text-stream.server";

/** Why an export or report cannot start now. */
export interface ExportRefusal {
  status: number;
  text: string;
  /** When a place may be free, epoch milliseconds. */
  until: number;
}

/** Exports and reports that are being read share the places. */
const REFUSALS = {
  "client-full": {
    status: 429,
    text: "Two exports or reports are already being read from your network.",
  },
  "all-full": {
    status: 503,
    text: "As many exports and reports are being read as can be at once.",
  },
} as const satisfies Record<SlotLimit, object>;

const MINUTE_MS = 60_000;

/** The refusal when no place is free. A place may be free in 15 seconds, rounded up so that a reload says the same. */
export function exportRefusal(limit: SlotLimit): ExportRefusal {
  const until = Math.ceil((Date.now() + MINUTE_MS / 4) / MINUTE_MS) * MINUTE_MS;
  return { ...REFUSALS[limit], until };
}

/**
 * Streams a file in a place of the exports, which the visitor's network holds until the connection closes.
 *
 * @param open called with a place: begins the file, or throws why it cannot
 */
export async function streamInPlace(
  { exports, logger }: { exports: Slots; logger: Logger },
  open: () => Promise<{ headers: HeadersInit; lines: Parameters<typeof textStream>[0] }>,
): Promise<Response | ExportRefusal> {
  const context = requestContext();
  const connection = context.connection();
  const place = exports.take(context.clientAddress);
  if (typeof place === "string") return exportRefusal(place);
  const { closed } = connection;
  if (closed.aborted) place.leave();
  else closed.addEventListener("abort", () => place.leave(), { once: true });
  const { headers, lines } = await open();
  const onError = (error: unknown) => logger.error(logged(error), "export broke off");
  return new Response(textStream(lines, connection, onError), { headers });
}

/** Log fields of an error. Omits upstream messages, because they can contain the search text. */
function logged(error: unknown) {
  if (!(error instanceof UpstreamError)) return { err: error };
  const { kind, status } = error;
  return { kind, status };
}
