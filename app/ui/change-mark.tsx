import { useEffect, useState, type ReactNode } from "react";

const MARKED_MS = 2_000;

/** Highlights its children for two seconds when `value` changes. The animation does not run while motion is paused. */
export function ChangeMark({ value, children }: { value: unknown; children: ReactNode }) {
  const [lastValue, setLastValue] = useState(value);
  const [changes, setChanges] = useState(0);
  if (lastValue !== value) {
    setLastValue(value);
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
