import { domainToASCII } from "node:url";
import type { ContactMessage } from "../upstream/contact-form.server";

export type ContactField = keyof ContactMessage;

/** What is wrong with one field, in words that name it. */
export interface FieldProblem {
  field: ContactField;
  message: string;
}

/** Every field is required. */
const names: Record<ContactField, string> = {
  first_name: "First name",
  last_name: "Last name",
  email: "Email",
  message: "Message",
};

const fields = Object.keys(names) as ContactField[]; // the keys of a const object

/** The name of a field that people do not see. Browsers do not know it, so they do not fill it in. */
export const HONEYPOT = "detour";

/** Most UTF-16 units of a mail address (RFC 5321, section 4.5.3.1.3, without the brackets). */
const LONGEST_EMAIL = 254;

/** A domain that is not written in ASCII. {@link domainToASCII} would read anything else as the host of a URL. */
const WIDE_DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u;

/** What browsers accept in `<input type="email">` (HTML standard, valid e-mail address). */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

/** What was typed into the form, as it is; a missing field is empty. */
export function readContactForm(data: FormData): { typed: ContactMessage; honeypot: string } {
  return {
    typed: {
      first_name: text(data, "first_name"),
      last_name: text(data, "last_name"),
      email: text(data, "email").trim(),
      message: text(data, "message"),
    },
    honeypot: text(data, HONEYPOT),
  };
}

/** What keeps the form from being sent, in the order of its fields. */
export function contactProblems(typed: ContactMessage): FieldProblem[] {
  return fields.flatMap((field) => {
    if (typed[field].trim() === "") return [{ field, message: `${names[field]} is required.` }];
    if (field === "email" && asciiEmail(typed.email) === null) {
      return [{ field, message: "Email has to look like name@example.com." }];
    }
    return [];
  });
}

/**
 * A mail address as every mail server takes it: its domain in ASCII, as some browsers send it and others do not (IDNA).
 *
 * @returns null for what is none
 */
export function asciiEmail(typed: string): string | null {
  if (typed.length > LONGEST_EMAIL) return null;
  const at = typed.lastIndexOf("@");
  const domain = typed.slice(at + 1);
  const isWide = /[^\0-\x7f]/.test(domain) && WIDE_DOMAIN.test(domain);
  const email = isWide ? typed.slice(0, at + 1) + domainToASCII(domain) : typed;
  return email.length <= LONGEST_EMAIL && EMAIL.test(email) ? email : null;
}

function text(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value : "";
}
