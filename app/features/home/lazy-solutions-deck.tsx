import { lazy, Suspense, useEffect, useState } from "react";
import { useHoverOrFocus } from "~/ui/use-hover-or-focus";
import type { SolutionsDeckProps } from "./solutions-deck";
import { SolutionsRow } from "./solutions-row";

/** The deck brings the motion library along, so it comes late; the row is complete without it. */
const loadDeck = () => import("./solutions-deck");

const SolutionsDeck = lazy(async () => ({ default: (await loadDeck()).SolutionsDeck }));

interface LazySolutionsDeckProps extends SolutionsDeckProps {
  /** True once the deck is to be fetched. */
  near: boolean;
}

/**
 * The solutions as a row, which the deck replaces once it has been fetched; but not while somebody has the focus
 * in the row: their card would go from under them.
 */
export function LazySolutionsDeck({ near, ...deck }: LazySolutionsDeckProps) {
  const { focused, handlers } = useHoverOrFocus();
  const [loaded, setLoaded] = useState(false);
  const [dealt, setDealt] = useState(false);
  useEffect(() => {
    if (!near) return;
    loadDeck().then(
      () => setLoaded(true),
      () => undefined, // the row stays
    );
  }, [near]);
  if (loaded && !focused && !dealt) setDealt(true);
  return (
    <div {...handlers}>
      {dealt ? (
        <Suspense fallback={<SolutionsRow />}>
          <SolutionsDeck {...deck} />
        </Suspense>
      ) : (
        <SolutionsRow />
      )}
    </div>
  );
}
