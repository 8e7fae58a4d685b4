import { useEffect, useState } from "react";

/**
 * Which section is being read: the last one whose top has passed the upper third of the window.
 *
 * @param ids element ids in document order; must be the same array on every render
 * @returns the id; the first one before any scrolling and without scripts
 */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0]);

  useEffect(() => {
    const sections = ids.flatMap((id) => document.getElementById(id) ?? []);
    const observer = new IntersectionObserver(
      () => {
        const line = window.innerHeight / 3;
        const passed = sections.findLast((section) => section.getBoundingClientRect().top <= line);
        setCurrent(passed?.id ?? ids[0]);
      },
      { rootMargin: "0px 0px -66% 0px" },
    );
    for (const section of sections) observer.observe(section);
    return () => observer.disconnect();
  }, [ids]);

  return current;
}
