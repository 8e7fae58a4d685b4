import type { Connection } from "../process/request-context.server";

/**
 * A byte stream of texts. It reads the next text from the source only when the connection can take more, and ends the
 * source when the reader cancels or the connection closes. An error of the source breaks the stream, so that an
 * incomplete download never looks complete.
 *
 * @param onError called with an error before the stream breaks
 */
export function textStream(
  source: AsyncGenerator<string> | Generator<string>,
  { closed, writable }: Connection,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        // Remix reads this stream without back-pressure: only the connection knows what has been sent.
        await writable();
        const next = closed.aborted ? await source.return(undefined) : await source.next();
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
