import { useEffect, useInsertionEffect, useRef } from "react";

/** The keys and what they do; also the text of the help. */
export const SHORTCUTS = [
  { key: "/", shown: "/", does: "Search trips" },
  { key: "ArrowLeft", shown: "←", does: "Previous page of trips" },
  { key: "ArrowRight", shown: "→", does: "Next page of trips" },
  { key: "r", shown: "r", does: "Reload" },
  { key: "?", shown: "?", does: "This help" },
] as const;

export type ShortcutKey = (typeof SHORTCUTS)[number]["key"];

/**
 * Which shortcut a key press means, if any: none with Ctrl, Alt or Meta, none inside a field, a list of
 * days or an open dialog. Shift stops none: `?` needs it, and with caps lock on it is a letter's small form.
 */
export function shortcutOf(event: KeyboardEvent): ShortcutKey | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const { target } = event;
  const taken = "input, textarea, select, [contenteditable], [role=grid], dialog";
  if (target instanceof Element && target.closest(taken)) return undefined;
  return SHORTCUTS.find(({ key }) => key.toLowerCase() === event.key.toLowerCase())?.key;
}

/** Listens for the shortcuts on the whole page. */
export function useShortcuts(act: (key: ShortcutKey) => void): void {
  const latest = useRef(act);
  // With what is painted, not in an effect some time after it: the next key may come at once.
  useInsertionEffect(() => void (latest.current = act));
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = shortcutOf(event);
      if (!key) return;
      event.preventDefault();
      latest.current(key);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
