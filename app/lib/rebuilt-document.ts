/** Form controls that a visitor fills in. */
const FILLED_IN = ":is(input, select, textarea)[name]:not([type=hidden])";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Copies the visitor's input into a document that React has rebuilt instead of hydrating, which happens when React finds
 * a node that an extension has inserted: the values of fields, the focus with the caret, and the attributes of `<html>`
 * that earlier scripts have set.
 *
 * @param before the `<html>` that was replaced; its fields still have their values
 * @param focused the element that had the focus
 */
export function copyInputFrom(before: HTMLElement, focused: Element | null): void {
  const root = document.documentElement;
  for (const { name, value } of before.attributes) {
    if (!root.hasAttribute(name)) root.setAttribute(name, value);
  }
  const controls = [...root.querySelectorAll<Control>(FILLED_IN)];
  for (const old of before.querySelectorAll<Control>(FILLED_IN)) {
    const index = controls.findIndex((control) => isTwin(control, old));
    const [twin] = index < 0 ? [] : controls.splice(index, 1);
    if (!twin) continue;
    fillIn(twin, old);
    if (old === focused) focus(twin, old);
  }
}

function isTwin(control: Control, old: Control): boolean {
  const same = control.name === old.name && control.type === old.type;
  return same && (isBox(control) ? control.value === old.value : true);
}

function fillIn(twin: Control, old: Control): void {
  if (isBox(twin) && isBox(old)) {
    if (twin.checked !== old.checked) twin.click();
  } else if (twin.value !== old.value) {
    twin.value = old.value;
    twin.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

function isBox(control: Control): control is HTMLInputElement {
  return control.type === "checkbox" || control.type === "radio";
}

function focus(twin: Control, old: Control): void {
  twin.focus({ preventScroll: true });
  if (twin instanceof HTMLSelectElement || old instanceof HTMLSelectElement) return;
  // `selectionStart` is null for types without a caret position, such as `email`.
  if (old.selectionStart !== null) twin.setSelectionRange(old.selectionStart, old.selectionEnd);
}
