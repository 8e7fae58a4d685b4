import { useCallback } from "react";
import { useBrowserValue } from "~/lib/hydration";

/** Whether a media query matches now; false on the server. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  const matches = useCallback(() => matchMedia(query).matches, [query]);
  return useBrowserValue(subscribe, matches, false);
}
