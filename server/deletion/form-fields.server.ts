import type { DeletionForm } from "./form-handler.server";
import { intents, type Intent } from "./journey.server";
import { LONGEST_PAGE_ID } from "./session.server";

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
