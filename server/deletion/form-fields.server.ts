import { intents, type Intent } from "./places.server";
import { LONGEST_PAGE_ID } from "./session.server";

/** What a form of the page carries; everything a person may have typed is bounded by the HTTP layer. */
export interface DeletionForm {
  intent: Intent;
  /** What the page that the form stood on names its session by; empty for none. */
  session: string;
  phone: string;
  /** The random id of the page that the form stood on; empty when it carries none. */
  idempotencyKey: string;
  otp: string;
  reasons: string[];
  others: string;
}

/** Length of a UUID. */
const LONGEST_KEY = 36;

/**
 * Reads a posted form of the page.
 *
 * @returns null when it asks for nothing that the page offers
 */
export function readFormFields(data: FormData): DeletionForm | null {
  const asked = text(data, "intent");
  const intent = intents.find((one): one is Intent => one === asked);
  if (intent === undefined) return null;
  return {
    intent,
    session: text(data, "session").slice(0, LONGEST_PAGE_ID + 1),
    phone: text(data, "phone"),
    idempotencyKey: text(data, "idempotencyKey").slice(0, LONGEST_KEY),
    otp: text(data, "otp"),
    reasons: data.getAll("reason").filter((value) => typeof value === "string"),
    others: text(data, "others"),
  };
}

function text(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value : "";
}
