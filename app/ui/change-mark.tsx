import { useEffect, useState, type ReactNode } from "react";

const MARKED_MS = 2_000;

/** Marks for a moment that what it holds has changed in place; nothing moves while motion is paused. */
export function ChangeMark({ value, children }: { value: unknown; children: ReactNode }) {
  const [known, setKnown] = useState(value);
  const [changes, setChanges] = useState(0);
  if (known !== value) {
    setKnown(value);
    setChanges(changes + 1);
  }
  const [marked, setMarked] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setMarked(changes), MARKED_MS);
    return () => clearTimeout(timer);
  }, [changes]);
  return (
    <span className={changes > marked ? "animate-[changed_2s_ease-out]" : undefined}>
      {children}
    </span>
  );
}
