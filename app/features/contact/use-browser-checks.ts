import { useState, type FormEvent } from "react";
import type { ContactAnswer, ContactField } from "server/contact/contact-requests.server";
import { contactFields } from "./contact-fields";

type Messages = Partial<Record<ContactField, string>>;

/**
 * Problems of the fields: those of the server's last response, then those of the browser's validation. They are rendered
 * at the fields instead of in the browser's bubbles, which disappear.
 *
 * @returns `messages`: a problem by field, empty once it is corrected; `checks`: handlers for the form
 */
export function useBrowserChecks(answer: ContactAnswer | null) {
  const [problems, setProblems] = useState(() => problemsOf(answer));
  if (problems.answer !== answer) setProblems(problemsOf(answer));
  const update = (messages: Messages) =>
    setProblems((before) => ({ ...before, messages: { ...before.messages, ...messages } }));

  function onInvalidCapture(event: FormEvent<HTMLFormElement>) {
    const control = controlOf(event);
    if (control === null) return;
    event.preventDefault();
    const { label } = contactFields[control.field];
    const message = `${label}: ${control.element.validationMessage}`;
    update({ [control.field]: message });
    const first = event.currentTarget.querySelector("input:invalid, textarea:invalid");
    if (first === control.element) control.element.focus();
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    const control = controlOf(event);
    if (control === null || !control.element.validity.valid) return;
    update({ [control.field]: "" });
  }

  return { messages: problems.messages, checks: { onInvalidCapture, onInput } };
}

function problemsOf(answer: ContactAnswer | null) {
  const messages: Messages = {};
  for (const { field, message } of answer?.problems ?? []) messages[field] = message;
  return { answer, messages };
}

function controlOf({ target }: FormEvent) {
  const typing = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (!typing || !Object.hasOwn(contactFields, target.name)) return null;
  return { element: target, field: target.name as ContactField }; // one of the table's keys
}
