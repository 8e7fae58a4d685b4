import { useEffect, useState } from "react";

/** Part of the window above the line that counts: less than the shortest section, so that a link marks its own. */
const READING_LINE = 0.15;

/**
 * Which section is being read: the last one whose top has passed a line in the upper part of the window. At the end of
 * the page the last sections cannot reach that line: there it is the one that was asked for, or else the last one.
 *
 * @param ids element ids in document order; must be the same array on every render
 * @returns the id; the first one before any scrolling and without scripts
 */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0]);

  useEffect(() => {
    const sections = ids.flatMap((id) => document.getElementById(id) ?? []);
    const look = () => {
      const top = (section: HTMLElement) => section.getBoundingClientRect().top;
      const line = window.innerHeight * READING_LINE;
      const { scrollHeight } = document.documentElement;
      const atEnd = scrollHeight - window.innerHeight - window.scrollY < 1;
      const below = sections.filter((section) => top(section) > line);
      const passed = sections[sections.length - below.length - 1];
      const asked = below.find(({ id }) => id === location.hash.slice(1));
      setCurrent((atEnd ? (asked ?? below.at(-1)) : undefined)?.id ?? passed?.id ?? ids[0]);
    };
    look();
    const events = ["scroll", "resize", "hashchange"];
    for (const event of events) window.addEventListener(event, look, { passive: true });
    return () => {
      for (const event of events) window.removeEventListener(event, look);
    };
  }, [ids]);

  return current;
}
