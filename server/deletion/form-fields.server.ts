import type { DeletionForm } from "./form-handler.server";
import { isReference } from "./reference-number.server";
import { intents, type Intent } from "./journey.server";
import { PAGE_ID_LENGTH } from "./session.server";

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
    session: text(data, "session").slice(0, PAGE_ID_LENGTH + 1),
    phone: text(data, "phone"),
    idempotencyKey: text(data, "idempotencyKey").slice(0, LONGEST_KEY),
    otp: text(data, "otp"),
    reasons: data.getAll("reason").filter((value) => typeof value === "string"),
    others: text(data, "others"),
    lost: lostReference(text(data, "lost")),
  };
}

/** As the page has written it; anything else is nothing. */
function lostReference(text: string): string | undefined {
  return isReference(text) ? text : undefined;
}

function text(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value : "";
}
