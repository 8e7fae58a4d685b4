const MODULE_PRELOAD = '<link rel="modulepreload" ';
const MODULE_SCRIPT = 'type="module" async="">';
const WAITING = "text/x-module";

/** Runs in the browser. The observer calls back in the first frame, which waits for the style sheet. */
const START = `new IntersectionObserver((_, firstFrame) => {
  firstFrame.disconnect();
  for (const link of document.querySelectorAll("link[rel=modulepreload]")) link.media = "";
  const waiting = document.querySelector('script[type="${WAITING}"]');
  const script = document.createElement("script");
  script.type = "module";
  script.nonce = waiting.nonce;
  script.text = waiting.text;
  waiting.replaceWith(script);
}).observe(document.documentElement)`;

/**
 * Delays Remix's modules until the first frame: on a slow network they would compete with the style sheet, the fonts
 * and the first picture. Measured on slow 4G, the first paint then comes after 0.7 to 0.9 s instead of 0.9 to 1.7 s.
 *
 * @param html a document rendered by React, in which visitors' input is escaped
 * @param nonce nonce of the document's inline scripts
 */
export function scriptsAfterPaint(html: string, nonce: string): string {
  if (!html.includes(MODULE_SCRIPT)) return html;
  return (
    html
      .replaceAll(MODULE_PRELOAD, `${MODULE_PRELOAD}media="not all" fetchpriority="low" `)
      .replace(MODULE_SCRIPT, `type="${WAITING}">`) + `<script nonce="${nonce}">${START}</script>`
  );
}
