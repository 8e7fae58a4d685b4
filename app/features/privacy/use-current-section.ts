import { useEffect, useState } from "react";

/** Part of the window above the line that counts: less than the shortest section, so that a link marks its own. */
const READING_LINE = 0.15;

/**
 * Which section is being read: the last one whose top has passed a line in the upper part of the window.
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
        const line = window.innerHeight * READING_LINE;
        const passed = sections.findLast((section) => section.getBoundingClientRect().top <= line);
        setCurrent(passed?.id ?? ids[0]);
      },
      { rootMargin: `0px 0px ${(READING_LINE - 1) * 100}% 0px` },
    );
    for (const section of sections) observer.observe(section);
    return () => observer.disconnect();
  }, [ids]);

  return current;
}
