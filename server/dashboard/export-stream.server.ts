import { ServerResponse } from "node:http";
import { ceilToSecond, formatExactDateTime } from "~/lib/format-moment";
import type { SlotLimit, Slots } from "../limits/slots.server";
import type { Logger } from "../process/logger.server";
import { requestContext } from "../process/request-context.server";
import { UpstreamError } from "../upstream/upstream-error.server";

/** Why no file comes, with the moment from which the visitor may try again (epoch milliseconds), if it is known. */
export interface NoFile {
  status: number;
  text: string;
  until?: number | undefined;
}

/** A refusal that names the moment of the next try, if it is known. */
export function refusalUntil(until: number | undefined, text: string): NoFile {
  if (until === undefined) return { status: 502, text };
  const advice = `Try again from ${formatExactDateTime(ceilToSecond(until))} on.`;
  return { status: 503, text: `${text} ${advice}`, until };
}

/** Why no export or report can start now. A slot may be free in 15 seconds, rounded up so that a reload says the same. */
export function noSlot(limit: SlotLimit) {
  const until = Math.ceil((Date.now() + MINUTE_MS / 4) / MINUTE_MS) * MINUTE_MS;
  const isOfClient = limit === "client-full";
  const why = isOfClient
    ? "Two exports or reports are already being read from your network."
    : "As many exports and reports are being read as can be at once.";
  const text = `${why} Try again when one has ended, or from ${formatExactDateTime(until)} on.`;
  return { status: isOfClient ? 429 : 503, text, until };
}

const MINUTE_MS = 60_000;

/** What a file is sent with. */
export interface ExportParts {
  exports: Slots;
  logger: Logger;
}

/**
 * Streams a file in a slot of the exports, which the visitor's network holds until the connection closes.
 *
 * @param open called with a slot: begins the file, or throws why it cannot
 */
export async function streamInSlot(
  { exports, logger }: ExportParts,
  open: () => Promise<{ headers: HeadersInit; lines: Parameters<typeof textStream>[0] }>,
): Promise<Response | NoFile> {
  const context = requestContext();
  const response = context.response();
  // Nobody waits any more. On Node `Request.signal` does not tell this reliably under load.
  if (response.closed) return new Response();
  const slot = exports.take(context.clientAddress);
  if (typeof slot === "string") return noSlot(slot);
  response.once("close", () => slot.leave());
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

/**
 * A byte stream of texts. It reads the next text from the source only when the connection can take more, and ends the
 * source when the reader cancels or the connection closes. An error of the source breaks the stream, so that an
 * incomplete download never looks complete.
 *
 * @param onError called with an error before the stream breaks
 */
export function textStream(
  source: AsyncGenerator<string> | Generator<string>,
  response: ServerResponse,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        // Remix reads this stream without back-pressure: only the connection knows what has been sent.
        await writable(response);
        const next = response.closed ? await source.return(undefined) : await source.next();
        if (next.done) controller.close();
        else controller.enqueue(encoder.encode(next.value));
      } catch (error) {
        onError(error);
        controller.error(error);
        await source.return(undefined);
      }
    },
    async cancel() {
      await source.return(undefined);
    },
  });
}

/** Longest time without progress, in milliseconds, before a slow reader is given up to free its slot. */
const LONGEST_STALL_MS = 60_000;

/** Waits until the reader has taken what was written. @throws after a minute in which the reader took nothing */
function writable(response: ServerResponse): Promise<void> {
  if (!response.writableNeedDrain || response.closed) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const stalled = setTimeout(
      () => reject(new Error("the reader took nothing for a minute")),
      LONGEST_STALL_MS,
    );
    const events = ["drain", "close"];
    const goOn = () => {
      clearTimeout(stalled);
      for (const event of events) response.off(event, goOn);
      resolve();
    };
    // The prototype's `on`: the compression middleware's own would wait for its stream, which drains before the response.
    for (const event of events) ServerResponse.prototype.on.call(response, event, goOn);
  });
}
