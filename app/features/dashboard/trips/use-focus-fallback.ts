import { useEffect, useRef, type RefObject } from "react";

/**
 * Moves the focus to `target` when the element of a part of the page that had it is removed or disabled.
 *
 * @returns for the element around both
 */
export function useFocusFallback(target: RefObject<HTMLElement>) {
  const inside = useRef(false);
  useEffect(() => {
    const lost = inside.current && document.activeElement === document.body;
    if (lost) target.current?.focus({ preventScroll: true });
  });
  return {
    onFocus: () => void (inside.current = true),
    onBlur: () => void (inside.current = false),
  };
}
