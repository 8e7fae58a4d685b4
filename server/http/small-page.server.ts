import type { ServerResponse } from "node:http";
import { escapeHtml } from "../process/escape-html.server";
import { requestContext } from "../process/request-context.server";

/** A page with one message, for responses without a screen of the product. */
export interface SmallPage {
  heading: string;
  text: string;
  /** The link to the next page; the home page when unset. */
  back?: { href: string; name: string };
  /** BCP 47; English when unset. */
  language?: string;
  direction?: "ltr" | "rtl";
  /** Returns the text that contains the reference id. */
  reference?: (id: string) => string;
}

const BODY =
  "margin:0;min-height:100vh;display:grid;place-content:center;gap:16px;padding:24px;background:#0c0e10;color:#f6f4ee;font:17px/1.5 system-ui,sans-serif;border-top:8px solid #ffb81c;box-sizing:border-box";
const TEXT = "margin:0;max-width:34rem";

/** Renders a page that needs neither Remix nor the style sheet. Its policy allows style attributes alone. */
function smallPage(page: SmallPage, siteName: string): string {
  const { heading, text, direction, language = "en" } = page;
  const { back = { href: "/", name: "Go Home" }, reference = (id) => `Reference: ${id}` } = page;
  return `<!doctype html>
<html lang="${language}"${direction ? ` dir="${direction}"` : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<meta name="description" content="${escapeHtml(text)}">
<title>${escapeHtml(`${heading} | ${siteName}`)}</title>
</head>
<body style="${BODY}">
<h1 style="${TEXT};font-size:28px;line-height:1.15">${escapeHtml(heading)}</h1>
<p style="${TEXT}">${escapeHtml(text)}</p>
<p style="${TEXT}"><a href="${escapeHtml(back.href)}" style="color:#ffb81c">${escapeHtml(back.name)}</a></p>
<p style="${TEXT}">${escapeHtml(reference(requestContext().requestId))}</p>
</body>
</html>
`;
}

/** Answers a request with a small page, without a route. */
export function sendSmallPage(
  response: ServerResponse,
  status: number,
  page: SmallPage,
  siteName: string,
): void {
  response.writeHead(status, headersOf(page)).end(smallPage(page, siteName));
}

/** Answers a request after a server error, without details. A response that has begun is aborted. */
export function sendServerError(response: ServerResponse, siteName: string): void {
  if (response.writableEnded) return;
  if (response.headersSent) return void response.destroy();
  const text = "The page could not be made. Try again in a moment.";
  sendSmallPage(response, 500, { heading: "Something went wrong", text }, siteName);
}

/** Creates a route's response with a small page. */
export function smallPageResponse(
  page: SmallPage,
  { siteName, status, headers = {} }: { siteName: string; status: number; headers?: object },
): Response {
  const init = { status, headers: { ...headers, ...headersOf(page) } };
  return new Response(smallPage(page, siteName), init);
}

const headersOf = ({ language = "en" }: SmallPage) => ({
  "Content-Type": "text/html; charset=utf-8",
  "Content-Language": language,
  "Cache-Control": "no-store",
});
