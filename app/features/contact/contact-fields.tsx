import type { ContactField, FieldProblem } from "server/contact/contact-requests.server";
import { contactFields } from "~/content/contact";
import { Field, input } from "~/ui/field";

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

/** The fields, and one that only bots fill in: `display: none`, because autofill also fills fields that are off screen. */
export function ContactFields({ typed, problems }: ContactFieldsProps) {
  return (
    <>
      {contactFields.map(({ label, ...attributes }) => {
        const { name } = attributes;
        const entry = { ...attributes, required: true, defaultValue: typed[name] };
        return (
          <Field
            key={name}
            id={fieldId(name)}
            label={label}
            problem={problems.find(({ field }) => field === name)?.message}
            className={name.endsWith("_name") ? undefined : "col-span-full"}
          >
            {(control) =>
              name === "message" ? (
                <textarea {...control} {...entry} className={input("text", "min-h-32")} />
              ) : (
                <input {...control} {...entry} className={input("line")} />
              )
            }
          </Field>
        );
      })}
      <div className="hidden" aria-hidden="true">
        <label htmlFor="contact-detour">Leave this field empty</label>
        <input id="contact-detour" name="detour" type="text" tabIndex={-1} autoComplete="off" />
      </div>
    </>
  );
}
