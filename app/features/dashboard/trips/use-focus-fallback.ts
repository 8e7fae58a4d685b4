import { useEffect, useRef } from "react";

/**
 * Keeps the focus in a part of the page: where the element that had it is gone or ends up disabled, `target`
 * takes it over. `part` goes to the element around both.
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
