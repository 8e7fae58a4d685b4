/**
 * A byte stream of texts that asks for the next one only when the reader wants it, and ends the
 * source when the reader leaves or the signal aborts. A failure of the source breaks the stream, so
 * that a download never looks complete when it is not.
 *
 * @param onError told of a failure before the stream breaks
 */
export function textStream(
  source: AsyncGenerator<string>,
  closed: AbortSignal,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const next = closed.aborted ? await source.return(undefined) : await source.next();
        if (next.done) controller.close();
        else controller.enqueue(encoder.encode(next.value));
      } catch (error) {
        onError(error);
        controller.error(error);
      }
    },
    async cancel() {
      await source.return(undefined);
    },
  });
}
