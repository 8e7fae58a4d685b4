import { useEffect, useInsertionEffect, useRef } from "react";
import { useBrowserValue } from "~/lib/hydration";
import { createSignal } from "~/lib/signal";
import { tryStorage, wroteStorage } from "~/lib/storage";

/** The keys and what they do, in the order of the work; also the text of the help. */
export const SHORTCUTS = [
  { key: "/", shown: "/", does: "Search trips" },
  { key: "f", shown: "f", does: "Open or close the filters" },
  { key: "p", shown: "p", does: "Previous day, while one is set" },
  { key: "n", shown: "n", does: "Next day, while one is set" },
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

/** What each key does now; a key without anything to do is left to the browser. */
export type ShortcutActions = Record<ShortcutKey, (() => void) | null | false>;

/** Listens for the shortcuts on the whole page. */
export function useShortcuts(actions: ShortcutActions): void {
  const latest = useRef(actions);
  // With what is painted, not in an effect some time after it: the next key may come at once.
  useInsertionEffect(() => void (latest.current = actions));
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = areShortcutsOn() ? shortcutOf(event) : undefined;
      const act = key && latest.current[key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/** In local storage: `off`, or nothing. */
const NAME = "shortcuts";

const switched = createSignal();
let chosenHere: boolean | undefined; // carries the choice where storage is forbidden

function areShortcutsOn(): boolean {
  return chosenHere ?? tryStorage(() => localStorage.getItem(NAME)) !== "off";
}

/** Whether keys without Ctrl, Alt or Meta do anything: who types by voice may switch them off (WCAG 2.1.4). */
export function useShortcutsOn(): boolean {
  return useBrowserValue(switched.subscribe, areShortcutsOn, true);
}

/** Switches the keys on or off, and remembers it for the next visit. */
export function setShortcutsOn(on: boolean): void {
  const isKept = wroteStorage(() =>
    on ? localStorage.removeItem(NAME) : localStorage.setItem(NAME, "off"),
  );
  if (!isKept) chosenHere = on; // lasts as long as the page
  switched.tell();
}
