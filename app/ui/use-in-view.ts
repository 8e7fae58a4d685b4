import { useEffect, useState, type RefObject } from "react";

interface InViewOptions {
  /** Share of the element that has to be in the window, 0 to 1. */
  amount?: number;
  /** Grows the window for this check, in CSS notation. */
  margin?: string;
  /** Whether the answer stays true. */
  once?: boolean;
}

/** Whether an element is in the window; false on the server. */
export function useInView(
  element: RefObject<Element>,
  { amount = 0, margin = "0px", once = false }: InViewOptions,
): boolean {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const isInView = entries.at(-1)?.isIntersecting ?? false;
        setInView(isInView);
        if (isInView && once) observer.disconnect();
      },
      { threshold: amount, rootMargin: margin },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, amount, margin, once]);
  return inView;
}
