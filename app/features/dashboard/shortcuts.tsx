import { forwardRef, useEffect, useInsertionEffect, useRef } from "react";
import { useBrowserValue } from "~/lib/hydration";
import { createSignal } from "~/lib/signal";
import { tryStorage, wroteStorage } from "~/lib/storage";
import { Actions, Button } from "~/ui/button";
import { DialogTitle } from "~/ui/dialog";
import { CheckRow } from "~/ui/field";

/** The keys and what they do, in the order of the work: what an element's `data-shortcut` may name, and the help's text. */
const SHORTCUTS = [
  { key: "/", shown: "/", does: "Search trips" },
  { key: "f", shown: "f", does: "Open or close the filters" },
  { key: "p", shown: "p", does: "Previous day, while one is set" },
  { key: "n", shown: "n", does: "Next day, while one is set" },
  { key: "ArrowLeft", shown: "←", does: "Previous page of trips" },
  { key: "ArrowRight", shown: "→", does: "Next page of trips" },
  { key: "r", shown: "r", does: "Reload" },
  { key: "?", shown: "?", does: "This help" },
] as const;

/**
 * Listens for shortcuts on the whole page: a key presses the element that carries it, or puts the focus into it where it
 * is a field. A key that nothing carries is left to the browser, as is one with Ctrl, Alt or Meta, or inside a field or
 * an open dialog. Shift stops none: `?` needs it, and with caps lock on it is a letter's small form.
 *
 * @param reload for `r`, which works where no element reloads, too; the newest counts
 */
export function useShortcuts(reload: () => void): void {
  const latest = useRef(reload);
  // With what is painted, not in an effect some time after it: the next key may come at once.
  useInsertionEffect(() => void (latest.current = reload));
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      const taken = "input, textarea, select, [contenteditable], dialog";
      if (target instanceof Element && target.closest(taken)) return;
      const key = SHORTCUTS.find(({ key }) => key.toLowerCase() === event.key.toLowerCase())?.key;
      if (key === undefined || !areShortcutsOn()) return;
      const element = document.querySelector<HTMLElement>(`[data-shortcut="${key}"]`);
      if (key === "r") latest.current();
      else if (element instanceof HTMLInputElement) element.focus();
      else if (element) element.click();
      else return;
      event.preventDefault();
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

/** Switches the keys on or off, and remembers it for the next visit. */
function setShortcutsOn(on: boolean): void {
  const isKept = wroteStorage(() =>
    on ? localStorage.removeItem(NAME) : localStorage.setItem(NAME, "off"),
  );
  if (!isKept) chosenHere = on; // lasts as long as the page
  switched.tell();
}

/**
 * The keys, in a dialog that the browser keeps focus in and closes on Escape. Whoever types by voice may switch off there
 * what keys without Ctrl, Alt or Meta do (WCAG 2.1.4).
 */
export const ShortcutsDialog = forwardRef<HTMLDialogElement>(function ShortcutsDialog(_, ref) {
  const on = useBrowserValue(switched.subscribe, areShortcutsOn, true);
  return (
    <dialog ref={ref} className={panel} aria-labelledby="shortcuts-title">
      <DialogTitle id="shortcuts-title">Keyboard shortcuts</DialogTitle>
      <dl className="grid gap-2.5">
        {SHORTCUTS.map(({ shown, does }) => (
          <div className="grid grid-cols-[56px_1fr] items-center" key={shown}>
            <dt>
              <kbd className={keycap}>{shown}</kbd>
            </dt>
            <dd>{does}</dd>
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
