import { useState, type FormEvent } from "react";
import type { ContactField } from "server/contact/contact-input.server";
import { contactFields } from "./contact-fields";

/**
 * The browser's own checks of the form, said at the fields instead of in passing bubbles.
 *
 * @returns `messages`: what is wrong by field, empty text once it was mended; `checks`: handlers for the form
 */
export function useBrowserChecks() {
  const [messages, setMessages] = useState<Partial<Record<ContactField, string>>>({});

  function onInvalidCapture(event: FormEvent<HTMLFormElement>) {
    const control = controlOf(event);
    if (control === null) return;
    event.preventDefault();
    const { label } = contactFields[control.field];
    const message = `${label}: ${control.element.validationMessage}`;
    setMessages((before) => ({ ...before, [control.field]: message }));
    const first = event.currentTarget.querySelector("input:invalid, textarea:invalid");
    if (first === control.element) control.element.focus();
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    const control = controlOf(event);
    if (control === null || !control.element.validity.valid) return;
    setMessages((before) => ({ ...before, [control.field]: "" }));
  }

  return { messages, checks: { onInvalidCapture, onInput } };
}

function controlOf({ target }: FormEvent) {
  const typing = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (!typing || !Object.hasOwn(contactFields, target.name)) return null;
  return { element: target, field: target.name as ContactField }; // one of the table's keys
}
