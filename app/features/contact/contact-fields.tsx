import type { ContactField, FieldProblem } from "server/contact/contact-requests.server";
import { Field, input } from "~/ui/field";

/** The form's fields in their order; all are required. */
export const contactFields: Record<ContactField, { label: string; autoComplete?: string }> = {
  first_name: { label: "First name", autoComplete: "given-name" },
  last_name: { label: "Last name", autoComplete: "family-name" },
  email: { label: "Email", autoComplete: "email" },
  message: { label: "Message" },
};

/** `id` of a field, for links to the field. */
export function fieldId(field: ContactField): string {
  return `contact-${field}`;
}

interface ContactFieldsProps {
  /** Initial values of the fields. */
  typed: Partial<Record<ContactField, string>>;
  /** The server's problems. The browser's own checks come before sending. */
  problems: readonly FieldProblem[];
}

export function ContactFields({ typed, problems }: ContactFieldsProps) {
  return Object.entries(contactFields).map(([key, { label, autoComplete }]) => {
    const field = key as ContactField; // the table has no other keys
    const wide = field === "email" || field === "message";
    const entry = { name: field, required: true, autoComplete, defaultValue: typed[field] };
    return (
      <Field
        key={field}
        id={fieldId(field)}
        label={label}
        problem={problems.find((problem) => problem.field === field)?.message}
        className={wide ? "col-span-full" : undefined}
      >
        {(control) =>
          field === "message" ? (
            <textarea
              {...control}
              {...entry}
              className={input("text", "min-h-32")}
              placeholder="Which road, which city, which question."
            />
          ) : (
            <input
              {...control}
              {...entry}
              className={input("line")}
              type={field === "email" ? "email" : "text"}
            />
          )
        }
      </Field>
    );
  });
}

/**
 * A field that only bots fill in. It is `display: none`, because the autofill of browsers also fills fields that are
 * only off screen.
 */
export function Honeypot() {
  return (
    <div className="hidden" aria-hidden="true">
      <label htmlFor="contact-detour">Leave this field empty</label>
      <input id="contact-detour" name="detour" type="text" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
