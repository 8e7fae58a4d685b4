import type { ContactField } from "server/contact/contact-input.server";
import type { ContactRefusal } from "server/contact/contact-requests.server";

/** The server's types that the views are made of. */
export type { ContactField, ContactRefusal };

/** What the page knows of the form before anything is sent. */
export interface ContactState {
  /** Off: there is no service to send to, and the mailbox takes its place. */
  open: boolean;
  /** Messages go to the sandbox's outbox. */
  sandbox: boolean;
  /** When the message before has arrived, in milliseconds since 1970; null when none was just sent. */
  sentAt: number | null;
  /** What this visitor has to wait for before the next message. */
  wait: ContactRefusal["wait"];
}
