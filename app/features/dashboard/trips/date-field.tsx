import { Calendar } from "lucide-react";
import { Button } from "~/ui/button";
import { fieldFrame, fieldLabel } from "~/ui/field";
import type { Draft } from "~/ui/use-draft";
import { PickerFrame } from "./picker-frame";

interface DateFieldProps {
  /** `YYYY-MM-DD`, or empty. */
  draft: Draft<HTMLInputElement>;
  /** The URL named a day that does not exist. */
  invalid: boolean;
  /** The form that clears the date. */
  clearFormId: string;
}

/** The date filter: the platform's own field, with its `Clear` and `Apply`. */
export function DateField({ draft, invalid, clearFormId }: DateFieldProps) {
  const { text: value, setText, field } = draft;
  return (
    <div className={fieldFrame({ size: "small", className: "@max-bar:w-full" })}>
      <span className={fieldLabel({ size: "small" })} aria-hidden="true">
        Date
      </span>
      <div className="flex flex-wrap gap-2">
        <PickerFrame opens="calendar" Icon={Calendar}>
          <input
            className={`peer ${input}`}
            ref={field}
            type="date"
            name="date"
            aria-label="Select date"
            // Not to be filled in: it only lets CSS tell an empty field, to write the words of the design over it.
            required
            aria-required="false"
            min="1000-01-01"
            max="9999-12-31"
            value={value}
            onChange={(event) => setText(event.target.value)}
          />
          <span className={placeholder} aria-hidden="true">
            {invalid ? "Select Date" : "Select date"}
          </span>
        </PickerFrame>
        <Button type="submit" tone="line" size="tool" wraps={false} form={clearFormId}>
          Clear
        </Button>
        <Button type="submit" tone="go" size="tool" wraps={false}>
          Apply
        </Button>
      </div>
    </div>
  );
}

// Wider than its box, which cuts Firefox's own button off; the one of Chromium is under the design's picture of it.
const input = [
  "min-h-11.25 w-[calc(100%+1.65em)] appearance-none bg-transparent pt-0.75 pl-3.5",
  "focus-visible:outline-none invalid:not-focus:text-transparent",
  "picker-indicator:absolute picker-indicator:inset-y-0 picker-indicator:right-0 picker-indicator:m-0",
  "picker-indicator:h-full picker-indicator:w-11 picker-indicator:cursor-pointer",
  "picker-indicator:p-0 picker-indicator:opacity-0",
].join(" ");

// In place of the browser's own pattern while the field is empty and nobody is in it; with forced colours the
// pattern cannot be hidden.
const placeholder = [
  "pointer-events-none absolute top-3 left-3.5 hidden leading-normal",
  "not-forced-colors:peer-invalid:peer-not-focus:block",
].join(" ");
