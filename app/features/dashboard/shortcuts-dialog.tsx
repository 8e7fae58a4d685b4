import { forwardRef } from "react";
import { SHORTCUTS } from "./shortcuts";

/** The keys, in a dialog that the browser keeps focus in and closes on Escape. */
export const ShortcutsDialog = forwardRef<HTMLDialogElement>(function ShortcutsDialog(_, ref) {
  return (
    <dialog ref={ref} className="dialog shortcuts" aria-labelledby="shortcuts-title">
      <h2 id="shortcuts-title">Keyboard shortcuts</h2>
      <dl>
        {SHORTCUTS.map(({ shown, does }) => (
          <div key={shown}>
            <dt>
              <kbd>{shown}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog" className="acts">
        <button className="btn line">Close</button>
      </form>
    </dialog>
  );
});
