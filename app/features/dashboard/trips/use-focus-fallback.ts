import { useEffect, useRef } from "react";

/**
 * Moves the focus to `target` when the element of a part of the page that had it is removed or disabled. `part` goes
 * to the element around both.
 */
export function useFocusFallback<Target extends HTMLElement>() {
  const target = useRef<Target>(null);
  const inside = useRef(false);
  useEffect(() => {
    const lost = inside.current && document.activeElement === document.body;
    if (lost) target.current?.focus({ preventScroll: true });
  });
  const part = {
    onFocus: () => void (inside.current = true),
    onBlur: () => void (inside.current = false),
  };
  return { target, part };
}
