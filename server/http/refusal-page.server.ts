import type { ServerResponse } from "node:http";

/** Why a request goes no further than the HTTP layer. */
export type Refusal = keyof typeof REFUSALS;

const REFUSALS = {
  "bad-url": {
    status: 400,
    heading: "This address cannot be read",
    text: "Check the address for missing or strange characters.",
  },
  "too-long": {
    status: 414,
    heading: "This address is too long",
    text: "Check the address, or start again from the home page.",
  },
  absent: {
    status: 404,
    heading: "There is nothing at this address",
    text: "Check the address, or start again from the home page.",
  },
  foreign: {
    status: 403,
    heading: "This form was sent from another site",
    text: "For your safety nothing was done. Open the page here and send the form again.",
  },
  method: {
    status: 405,
    heading: "This cannot be done here",
    text: "The page does not answer this kind of request.",
  },
  "too-large": {
    status: 413,
    heading: "That is too much text",
    text: "A form may hold 64 KB. Shorten the text and send it again.",
  },
  leaving: {
    status: 503,
    heading: "The site is being restarted",
    text: "Nothing was done. Try again in a moment.",
  },
} as const;

/** Answers a request with a small page of its own, which needs neither Remix nor the style sheet. */
export function refuse(
  response: ServerResponse,
  refusal: Refusal,
  context: { requestId: string; nonce: string },
): void {
  const { status, heading, text } = REFUSALS[refusal];
  response.statusCode = status;
  if (refusal === "leaving") response.setHeader("Retry-After", "5");
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.setHeader("Cache-Control", "no-store");
  response.setHeader(
    "Content-Security-Policy",
    `default-src 'none'; style-src 'nonce-${context.nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  response.end(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading}</title>
<style nonce="${context.nonce}">
body{margin:0;min-height:100vh;display:grid;place-content:center;gap:16px;padding:24px;background:#0c0e10;color:#f6f4ee;font:17px/1.5 system-ui,sans-serif;border-top:8px solid #ffb81c;box-sizing:border-box}
h1,p{margin:0;max-width:34rem}h1{font-size:28px;line-height:1.15}a{color:#ffb81c}
</style>
</head>
<body>
<h1>${heading}</h1>
<p>${text}</p>
<p><a href="/">Go Home</a></p>
<p>Reference: ${context.requestId}</p>
</body>
</html>
`);
}
