import { forwardRef } from "react";
import { Button } from "~/ui/button";
import { CheckRow } from "~/ui/field";
import { Dialog, DialogActions, DialogTitle } from "~/ui/dialog";
import { setShortcutsOn, SHORTCUTS, useShortcutsOn } from "./shortcuts";

/** The keys, in a dialog that the browser keeps focus in and closes on Escape. */
export const ShortcutsDialog = forwardRef<HTMLDialogElement>(function ShortcutsDialog(_, ref) {
  const on = useShortcutsOn();
  return (
    <Dialog ref={ref} look="panel" aria-labelledby="shortcuts-title">
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
        <DialogActions>
          <Button type="submit" tone="line">
            Close
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
});

const keycap = [
  "inline-grid min-h-8 min-w-9 place-items-center rounded-control border-control border-edge pt-0.75",
  "font-mono text-15/none font-semibold",
].join(" ");
