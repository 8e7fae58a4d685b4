/** A message that a real service would have delivered. */
export interface SentMessage {
  /** A phone in E.164, or the mailbox of the contact form. */
  to: string;
  text: string;
  /** Milliseconds since 1970. */
  at: number;
}

const KEPT = 50;

/** What would have been delivered, newest first; only the last 50 are kept. */
export class Outbox {
  #messages: SentMessage[] = [];

  get messages(): readonly SentMessage[] {
    return this.#messages;
  }

  add(message: SentMessage): void {
    this.#messages = [message, ...this.#messages].slice(0, KEPT);
  }
}
