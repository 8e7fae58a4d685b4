import { forwardRef, useEffect, useInsertionEffect, useRef } from "react";
import { useBrowserValue } from "~/lib/hydration";
import { createSignal } from "~/lib/signal";
import { tryStorage, tryWriteStorage } from "~/lib/storage";
import { Actions, Button } from "~/ui/button";
import { DialogTitle } from "~/ui/dialog";
import { CheckRow } from "~/ui/field";

/** All shortcuts in the order of the help. Elements name their `key` in `data-shortcut`. */
const SHORTCUTS = [
  { key: "/", label: "/", text: "Search trips" },
  { key: "f", label: "f", text: "Open or close the filters" },
  { key: "p", label: "p", text: "Previous day, while one is set" },
  { key: "n", label: "n", text: "Next day, while one is set" },
  { key: "ArrowLeft", label: "←", text: "Previous page of trips" },
  { key: "ArrowRight", label: "→", text: "Next page of trips" },
  { key: "r", label: "r", text: "Reload" },
  { key: "?", label: "?", text: "This help" },
] as const;

/**
 * Handles shortcut keys on the whole page: clicks the element with that `data-shortcut`, or focuses
 * it if it is a field. Ignores keys without such an element, with Ctrl, Alt or Meta, or pressed in
 * fields and dialogs. Allows Shift: `?` needs it, and Caps Lock inverts it for letters.
 *
 * @param reload for `r`, which needs no element; the function of the latest render is called
 */
export function useShortcuts(reload: () => void): void {
  const latestReload = useRef(reload);
  // Not a passive effect: a key pressed right after the paint must call the new function.
  useInsertionEffect(() => void (latestReload.current = reload));
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      const ignored = "input, textarea, select, [contenteditable], dialog";
      if (target instanceof Element && target.closest(ignored)) return;
      const key = SHORTCUTS.find(({ key }) => key.toLowerCase() === event.key.toLowerCase())?.key;
      if (key === undefined || !areShortcutsOn()) return;
      const element = document.querySelector<HTMLElement>(`[data-shortcut="${key}"]`);
      if (key === "r") latestReload.current();
      else if (element instanceof HTMLInputElement) element.focus();
      else if (element) element.click();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, []);
}

/** Key in local storage. Its value is `off`, or it is missing. */
const STORAGE_KEY = "shortcuts";

const choiceChanged = createSignal();
let unsavedChoice: boolean | undefined; // used when storage is forbidden

function areShortcutsOn(): boolean {
  return unsavedChoice ?? tryStorage(() => localStorage.getItem(STORAGE_KEY)) !== "off";
}

/** Switches the shortcuts on or off, and stores the choice for the next visit. */
function setShortcutsOn(on: boolean): void {
  const isStored = tryWriteStorage(() =>
    on ? localStorage.removeItem(STORAGE_KEY) : localStorage.setItem(STORAGE_KEY, "off"),
  );
  if (!isStored) unsavedChoice = on; // until the page is closed
  choiceChanged.tell();
}

/**
 * Modal dialog with the list of shortcuts. Here speech input users can switch single-key shortcuts
 * off (WCAG 2.1.4).
 */
export const ShortcutsDialog = forwardRef<HTMLDialogElement>(function ShortcutsDialog(_, ref) {
  const on = useBrowserValue(choiceChanged.subscribe, areShortcutsOn, true);
  return (
    <dialog ref={ref} className={panel} aria-labelledby="shortcuts-title">
      <DialogTitle id="shortcuts-title">Keyboard shortcuts</DialogTitle>
      <dl className="grid gap-2.5">
        {SHORTCUTS.map(({ label, text }) => (
          <div className="grid grid-cols-[56px_1fr] items-center" key={label}>
            <dt>
              <kbd className={keycap}>{label}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6">
        <CheckRow checked={on} onChange={(event) => setShortcutsOn(event.target.checked)}>
          Use single-key shortcuts
        </CheckRow>
      </div>
      <form method="dialog">
        <Actions className="mt-7 print:hidden">
          <Button type="submit" tone="line">
            Close
          </Button>
        </Actions>
      </form>
    </dialog>
  );
});

const panel =
  "w-120 max-w-full rounded-sign border border-line bg-raised p-8 text-ink shadow-float " +
  "backdrop:bg-night/60";

const keycap =
  "inline-grid min-h-8 min-w-9 place-items-center rounded-control border-control border-edge " +
  "font-mono text-15/none font-semibold";
