export interface Connection {
  closed: AbortSignal;
  /** Resolves when it can take more, or has closed; rejects when it has taken nothing for too long. */
  writable: () => Promise<void>;
}

/**
 * A byte stream of texts that makes the next one only when the connection can take it, and ends the
 * source when the reader leaves or the connection closes. A failure of the source breaks the stream, so
 * that a download never looks complete when it is not.
 *
 * @param onError told of a failure before the stream breaks
 */
export function textStream(
  source: AsyncGenerator<string>,
  { closed, writable }: Connection,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        // Whoever writes this stream out takes all it gives: only the connection knows what has gone.
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
