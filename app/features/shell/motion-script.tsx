import { opensPaused } from "~/lib/pause-motion";
import { useNonce } from "./nonce";

/** Tells style sheets before the first paint whether anything may move. Belongs into the document's head. */
export function MotionScript() {
  const source = `document.documentElement.dataset.motion=(${opensPaused.toString()})()?"paused":"moving"`;
  return (
    <script
      nonce={useNonce()}
      suppressHydrationWarning // the server's source is not the browser's minified one
      dangerouslySetInnerHTML={{ __html: source }}
    />
  );
}
