import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { ReactNode } from "react";
import { renderToPipeableStream, type PipeableStream } from "react-dom/server";

/** Loaders have ended by then; what is left is rendering alone. */
const DEADLINE_MS = 10_000;

/**
 * Renders a document as a whole, everything suspended included.
 *
 * @param onError called with each error that React met
 * @returns the HTML; parts that failed below a Suspense boundary hold its fallback
 * @throws the error that left no document
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
  // Not in onAllReady, which React calls after a shell error too: piping then fails with nobody listening.
  const page = new PassThrough();
  pipe(page);
  // At once: React writes thousands of small pieces, and decoding them one by one would take longer than rendering them.
  // React 18 leaves bytes of zero at the end of a piece that the next letter's bytes do not fit into (react#24985).
  return (await buffer(page)).toString().replaceAll("\0", "");
}
