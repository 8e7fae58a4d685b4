import { useEffect, useRef, type RefObject } from "react";

/**
 * Moves the focus to `target` when the focused element of a container is removed or disabled.
 *
 * @returns event handlers for the container, which also contains `target`
 */
export function useFocusFallback(target: RefObject<HTMLElement>) {
  const hadFocus = useRef(false);
  useEffect(() => {
    const isLost = hadFocus.current && document.activeElement === document.body;
    if (isLost) target.current?.focus({ preventScroll: true });
  });
  return {
    onFocus: () => void (hadFocus.current = true),
    onBlur: () => void (hadFocus.current = false),
  };
}
