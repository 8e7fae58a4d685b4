import { useNavigation, type Location } from "@remix-run/react";
import { useEffect, useState } from "react";

/** Delay in ms before a loading state is displayed: for faster answers it would only flicker. */
const LOADING_AFTER = 120;

/** The target of a slow move, whose loading state is displayed; null while there is none. */
export function usePendingMove(): Location | null {
  const { location = null } = useNavigation();
  const isMoving = location !== null;
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isMoving) return;
    const timer = setTimeout(() => setLate(true), LOADING_AFTER);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isMoving]);
  return isLate ? location : null;
}
