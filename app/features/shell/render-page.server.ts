import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { ReactNode } from "react";
import { renderToPipeableStream, type PipeableStream } from "react-dom/server";

/** Time limit of rendering alone: the loaders have finished before. */
const DEADLINE_MS = 10_000;

/**
 * Renders a whole document, including everything that suspends.
 *
 * @param onError called with each error that occurs while rendering
 * @returns the HTML; parts that failed below a Suspense boundary contain its fallback
 * @throws the error if it occurs outside of all Suspense boundaries, so that there is no document
 */
export async function renderPage(
  document: ReactNode,
  { nonce, onError }: { nonce: string | undefined; onError: (error: unknown) => void },
): Promise<string> {
  const pipe = await new Promise<PipeableStream["pipe"]>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(document, {
      ...(nonce !== undefined && { nonce }),
      onError,
      onAllReady() {
        clearTimeout(deadline);
        resolve(pipe);
      },
      onShellError(error) {
        clearTimeout(deadline);
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    });
    const deadline = setTimeout(abort, DEADLINE_MS);
  });
  // Not in onAllReady, which React also calls after a shell error: piping would then throw an unhandled error.
  const page = new PassThrough();
  pipe(page);
  // Decoded in one go: React writes thousands of small chunks, and decoding each would take longer than rendering.
  // React 18 leaves zero bytes at the end of a chunk if the next character does not fit into it (react#24985).
  return (await buffer(page)).toString().replaceAll("\0", "");
}
