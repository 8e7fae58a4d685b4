/** The specification's wait before a reload, in milliseconds (section 2, 'Trip screen'). */
const WAIT_MS = 100;

/** Loads the page anew; the URL keeps the view. */
export function reloadSoon(): void {
  setTimeout(() => window.location.reload(), WAIT_MS);
}
