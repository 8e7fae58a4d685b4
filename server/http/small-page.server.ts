/** A page that says one thing, for answers that have no screen of the product. */
export interface SmallPage {
  heading: string;
  text: string;
  /** The way on. */
  back: { href: string; name: string };
}

/** Writes a page that needs neither Remix nor the style sheet; its own style stands under the nonce. */
export function smallPage(
  { heading, text, back }: SmallPage,
  { requestId, nonce, siteName }: { requestId: string; nonce: string; siteName: string },
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<meta name="description" content="${escape(text)}">
<title>${escape(`${heading} | ${siteName}`)}</title>
<style nonce="${nonce}">
body{margin:0;min-height:100vh;display:grid;place-content:center;gap:16px;padding:24px;background:#0c0e10;color:#f6f4ee;font:17px/1.5 system-ui,sans-serif;border-top:8px solid #ffb81c;box-sizing:border-box}
h1,p{margin:0;max-width:34rem}h1{font-size:28px;line-height:1.15}a{color:#ffb81c}
</style>
</head>
<body>
<h1>${escape(heading)}</h1>
<p>${escape(text)}</p>
<p><a href="${escape(back.href)}">${escape(back.name)}</a></p>
<p>Reference: ${escape(requestId)}</p>
</body>
</html>
`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
