import { useEffect, useState, type RefObject } from "react";

/**
 * Whether an element is in the window; false on the server.
 *
 * @param threshold share of the element that has to be in the window, 0 to 1
 * @param margin grows the window for this check, in CSS notation
 */
export function useInView(
  element: RefObject<Element>,
  { threshold = 0, margin = "0px" }: { threshold?: number; margin?: string } = {},
): boolean {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => setInView(entries.at(-1)?.isIntersecting ?? false),
      { threshold, rootMargin: margin },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, threshold, margin]);
  return inView;
}

/** Whether an element has been in the window; once true it stays true. */
export function useSeen(
  element: RefObject<Element>,
  options?: { threshold?: number; margin?: string },
) {
  const inView = useInView(element, options);
  const [seen, setSeen] = useState(false);
  if (inView && !seen) setSeen(true);
  return seen;
}
