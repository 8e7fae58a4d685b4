import { useBrowserValue } from "~/lib/browser-value";

const never = () => () => {};
const inBrowser = () => true;

/** False on the server and while React hydrates the page; true from then on. */
export function useHydrated(): boolean {
  return useBrowserValue(never, inBrowser, false);
}
