import { useState, type FormEvent } from "react";
import type { ContactField, ContactRefusal } from "server/contact/contact-requests.server";
import { contactFields } from "./contact-fields";

type Messages = Partial<Record<ContactField, string>>;

/**
 * Problems of the fields: the server's last ones, then those of the browser's own checks, shown at the fields instead of
 * in bubbles that disappear.
 *
 * @returns `messages`: a problem by field, empty once it is mended; `checks`: handlers for the form
 */
export function useBrowserChecks(refusal: ContactRefusal | null) {
  const [said, setSaid] = useState(() => saidBy(refusal));
  if (said.refusal !== refusal) setSaid(saidBy(refusal));
  const say = (messages: Messages) =>
    setSaid((before) => ({ ...before, messages: { ...before.messages, ...messages } }));

  function onInvalidCapture(event: FormEvent<HTMLFormElement>) {
    const control = controlOf(event);
    if (control === null) return;
    event.preventDefault();
    const { label } = contactFields[control.field];
    const message = `${label}: ${control.element.validationMessage}`;
    say({ [control.field]: message });
    const first = event.currentTarget.querySelector("input:invalid, textarea:invalid");
    if (first === control.element) control.element.focus();
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    const control = controlOf(event);
    if (control === null || !control.element.validity.valid) return;
    say({ [control.field]: "" });
  }

  return { messages: said.messages, checks: { onInvalidCapture, onInput } };
}

function saidBy(refusal: ContactRefusal | null) {
  const messages: Messages = {};
  for (const { field, message } of refusal?.problems ?? []) messages[field] = message;
  return { refusal, messages };
}

function controlOf({ target }: FormEvent) {
  const typing = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (!typing || !Object.hasOwn(contactFields, target.name)) return null;
  return { element: target, field: target.name as ContactField }; // one of the table's keys
}
