const MODULE_PRELOAD = '<link rel="modulepreload" ';

/**
 * Lets what paints a page come before what brings it to life: on a slow line Remix's preloaded modules, which
 * browsers fetch with high priority, would share it with style sheets, fonts and the first picture.
 *
 * @param html a document as React rendered it: text and data in it hold no `<`
 * @returns the same document, its module preloads of low priority (HTML, fetch priority attribute)
 */
export function scriptsAfterPaint(html: string): string {
  return html.replaceAll(MODULE_PRELOAD, `${MODULE_PRELOAD}fetchpriority="low" `);
}
