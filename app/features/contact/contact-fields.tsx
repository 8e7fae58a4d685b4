import { TriangleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import type { ContactField, ContactRefusal } from "./contact-types";

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

/**
 * People do not see it, nor do browsers that fill in forms; what fills it in is most likely a program. Each refusal
 * empties it.
 */
export function Honeypot({ refusal }: { refusal: ContactRefusal | null }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (refusal && input.current) input.current.value = "";
  }, [refusal]);
  return (
    <div className="popup-trap" aria-hidden="true">
      <label htmlFor="contact-detour">Leave this field empty</label>
      <input
        ref={input}
        id="contact-detour"
        name="detour"
        type="text"
        tabIndex={-1}
        autoComplete="off"
      />
    </div>
  );
}
