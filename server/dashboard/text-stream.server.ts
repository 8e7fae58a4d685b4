import { ServerResponse } from "node:http";

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
