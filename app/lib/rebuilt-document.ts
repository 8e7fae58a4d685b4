/** Text fields, boxes and lists that a person fills in. */
const FILLED_IN = ":is(input, select, textarea)[name]:not([type=hidden])";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Carries over what a person has done when React has built the document anew instead of hydrating it, which happens
 * when it meets a node that somebody else has put there: what was filled in, the focus with the caret, and the
 * attributes of `<html>` that scripts before React have set.
 *
 * @param before the `<html>` that was replaced; its fields still hold what was typed
 * @param focused what had the focus
 */
export function carryOver(before: HTMLElement, focused: Element | null): void {
  const now = document.documentElement;
  for (const { name, value } of before.attributes) {
    if (!now.hasAttribute(name)) now.setAttribute(name, value);
  }
  const controls = [...now.querySelectorAll<Control>(FILLED_IN)];
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
  // Fields for mail addresses have no position of the caret.
  if (old.selectionStart !== null) twin.setSelectionRange(old.selectionStart, old.selectionEnd);
}
