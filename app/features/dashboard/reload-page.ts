/** How long a reload waits after its button was pressed, in milliseconds. */
const WAIT_MS = 100;

/** Loads the page anew; the URL keeps the view. */
export function reloadSoon(): void {
  setTimeout(() => window.location.reload(), WAIT_MS);
}
