import { useNonce } from "~/features/shell/document-context";
import { wantsLoader } from "./first-visit";

/**
 * Covers the page before its first paint where the loader will follow, so that the page does not flash
 * up before it: on a throttled phone hydration, which brings the loader, comes 2 s after the first paint.
 * The style sheet takes the cover away by itself should the loader never come.
 */
export function CoverScript() {
  const source = `if((${wantsLoader.toString()})())document.documentElement.dataset.cover=""`;
  return (
    <script
      nonce={useNonce()}
      suppressHydrationWarning // the server's source is not the browser's minified one
      dangerouslySetInnerHTML={{ __html: source }}
    />
  );
}
