import type { EntryContext, HandleErrorFunction } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { renderToPipeableStream, type PipeableStream } from "react-dom/server";
import { logError } from "server/process/logger.server";
import { requestContext } from "server/process/request-context.server";
import { services } from "server/services.server";
import { prerenderedPaths } from "./content/pages";
import { DocumentContext, siteFrom } from "./features/shell/site";

/** Used by `server/main.js`, which imports nothing else of the product. */
export { server } from "./start.server";

/**
 * Renders the whole page before the response starts, for browsers and crawlers alike: pages are complete without
 * JavaScript, and one piece compresses better than many small chunks.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
): Promise<Response> {
  const { nonce, requestId } = requestContext();
  const { settings } = services();
  const known = { nonce, reference: requestId, site: siteFrom(settings) };
  const failures: unknown[] = [];
  const pipe = await new Promise<PipeableStream["pipe"]>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <DocumentContext.Provider value={known}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </DocumentContext.Provider>,
      {
        nonce,
        onError: (error) => void failures.push(error),
        onShellError: reject,
        // React leaves a gap where a part of the page failed; a person gets the error page instead.
        onAllReady: () => (failures.length > 0 ? reject(failures[0]) : resolve(pipe)),
      },
    );
  });
  // Decoded in one go, because React writes thousands of small chunks. React 18 leaves zero bytes at the end of a chunk
  // if the next character does not fit into it (react#24985).
  const html = (await buffer(pipe(new PassThrough()))).toString().replaceAll("\0", "");
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (status === 200 && prerenderedPaths.includes(new URL(request.url).pathname)) {
    headers.set("Speculation-Rules", '"/speculation-rules.json"');
  }
  if (status >= 400) headers.set("X-Robots-Tag", "noindex");
  return new Response(html, { status, headers });
}

/** Logs errors of loaders, actions and rendering, except those of requests that the visitor aborted. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (!request.signal.aborted) logError(services().logger, error);
};
