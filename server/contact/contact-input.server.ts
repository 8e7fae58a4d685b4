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

/** A field that people do not see, named like nothing that a browser knows how to fill in. */
export const HONEYPOT = "detour";

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
    if (field === "email" && !EMAIL.test(typed.email)) {
      return [{ field, message: "Email has to look like name@example.com." }];
    }
    return [];
  });
}

function text(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value : "";
}
