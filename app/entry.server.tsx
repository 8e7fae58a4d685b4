import type { EntryContext, HandleDataRequestFunction, HandleErrorFunction } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { logError } from "server/process/logger.server";
import { requestContext } from "server/process/request-context.server";
import { languageOf } from "server/http/chosen-language.server";
import { services } from "server/services.server";
import { pages, prerenderedPaths } from "./content/pages";
import { messagesIn } from "./features/shell/messages";
import { DocumentContextProvider } from "./features/shell/document-context";
import { renderPage } from "./features/shell/render-page.server";
import { scriptsAfterPaint } from "./features/shell/scripts-after-paint.server";
import { setSite } from "./features/shell/site";

/** For `server/main.js`, which imports nothing else of the product. */
export { server } from "./start.server";

/** Browsers ask again each time unless a route says otherwise. */
const REVALIDATE = "private, no-cache";

/**
 * Renders a page as a whole, for everyone: it is complete without JavaScript, and one piece is compressed
 * better than many small chunks.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
): Promise<Response> {
  const context = requestContext();
  const { nonce, requestId } = context;
  if (!(await context.renderTurn())) return restarting(request);
  setSite(services().settings);
  let failed = false;
  const body = await renderPage(
    <DocumentContextProvider value={{ nonce, reference: requestId }}>
      <RemixServer context={remixContext} url={request.url} nonce={nonce} />
    </DocumentContextProvider>,
    {
      nonce,
      onError(error) {
        failed = true;
        logError(services().logger, error);
      },
    },
  );
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", REVALIDATE);
  headers.set("Content-Type", "text/html; charset=utf-8");
  const finalStatus = failed ? 500 : status;
  if (finalStatus === 200 && prerenderedPaths.includes(new URL(request.url).pathname)) {
    headers.set("Speculation-Rules", '"/speculation-rules.json"');
  }
  if (finalStatus >= 400) headers.set("X-Robots-Tag", "noindex");
  // In development React would complain of every attribute that it did not write itself.
  const html = import.meta.env.DEV ? body : scriptsAfterPaint(body, nonce);
  return new Response(html, { status: finalStatus, headers });
}

/** For a page that is not rendered before the process leaves. */
function restarting(request: Request): Response {
  const isTranslated = new URL(request.url).pathname.startsWith(pages.deleteUser.path);
  const language = isTranslated ? languageOf(request, services().settings.languages) : "en";
  return new Response(`${messagesIn(language).text("refusal.restarting")}\n`, {
    status: 503,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      "Retry-After": "5",
    },
  });
}

export const handleDataRequest: HandleDataRequestFunction = (response) => {
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", REVALIDATE);
  return response;
};

/** Errors of loaders and actions. What a visitor cut short is no error. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (!request.signal.aborted) logError(services().logger, error);
};
