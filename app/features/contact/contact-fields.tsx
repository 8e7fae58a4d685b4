import { TriangleAlert } from "lucide-react";
import type { ContactField } from "./contact-types";

interface FieldEntry {
  label: string;
  autoComplete: string;
}

/** The form's fields in their order; all are required. */
export const contactFields: Readonly<Record<ContactField, FieldEntry>> = {
  first_name: { label: "First name", autoComplete: "given-name" },
  last_name: { label: "Last name", autoComplete: "family-name" },
  email: { label: "Email", autoComplete: "email" },
  message: { label: "Message", autoComplete: "off" },
};

/** A field's `id`, for the links that lead to it. */
export function fieldId(field: ContactField): string {
  return `contact-${field}`;
}

interface ContactFieldsProps {
  /** What to fill in at first. */
  typed: Partial<Record<ContactField, string>>;
  /** What is wrong with a field, in words. */
  messages: Partial<Record<ContactField, string>>;
}

export function ContactFields({ typed, messages }: ContactFieldsProps) {
  return Object.entries(contactFields).map(([key, { label, autoComplete }]) => {
    const field = key as ContactField; // the table has no other keys
    const message = messages[field];
    const id = fieldId(field);
    const wide = field === "email" || field === "message";
    const control = {
      id,
      name: field,
      required: true,
      autoComplete,
      className: message ? "input is-error" : "input",
      defaultValue: typed[field],
      "aria-invalid": message ? true : undefined,
      "aria-describedby": message ? `${id}-problem` : undefined,
    };
    return (
      <div className={wide ? "field full" : "field"} key={field}>
        <label htmlFor={id}>{label}</label>
        {field === "message" ? (
          <textarea {...control} placeholder="Which road, which city, which question." />
        ) : (
          <input {...control} type={field === "email" ? "email" : "text"} />
        )}
        {message && (
          <p className="error" id={`${id}-problem`}>
            <TriangleAlert className="i" aria-hidden />
            {message}
          </p>
        )}
      </div>
    );
  });
}

/** People do not see it; what fills it in is a program. */
export function Honeypot() {
  return (
    <div className="popup-trap" aria-hidden="true">
      <label htmlFor="contact-website">Leave this field empty</label>
      <input id="contact-website" name="website" type="text" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
