import { Calendar } from "lucide-react";
import { lazy, Suspense, useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
import { useHydrated } from "~/ui/use-hydrated";

// Loaded when it is first opened: the field works without it.
const DayCalendar = lazy(() => import("./day-calendar"));

interface DateFieldProps {
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  /** The URL named a day that does not exist. */
  invalid: boolean;
  onChange: (value: string) => void;
  onApply: () => void;
  onClear: () => void;
  /** The form that clears the date where there are no scripts. */
  clearFormId: string;
}

/** The date filter: a native field, with a calendar below it while it is in use. */
export function DateField(props: DateFieldProps) {
  const { value, invalid, onChange, onApply, onClear, clearFormId } = props;
  const hydrated = useHydrated();
  const [open, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const closeWhenLeft = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    field.current?.focus();
    setOpen(false);
  };
  const finish = (action: () => void) => () => {
    // The button goes away with the calendar, so focus goes back to the field first.
    field.current?.focus();
    setOpen(false);
    action();
  };

  const buttons = (
    <>
      <button
        className="btn line"
        form={clearFormId}
        onClick={(event) => {
          if (!hydrated) return;
          event.preventDefault();
          finish(onClear)();
        }}
      >
        Clear
      </button>
      <button
        className="btn go"
        onClick={(event) => {
          if (!hydrated) return;
          event.preventDefault();
          finish(onApply)();
        }}
      >
        Apply
      </button>
    </>
  );

  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- listens for Escape and for focus leaving its fields
    <div className="field date-field" onBlur={closeWhenLeft} onKeyDown={closeOnEscape}>
      <span className="label" aria-hidden="true">
        Date
      </span>
      <div className="field-row">
        <div className="sel">
          <input
            ref={field}
            type="date"
            name="date"
            aria-label="Select date"
            // Not to be filled in: it only lets CSS tell an empty field, to write the words of the design over it.
            required
            aria-required="false"
            max="9999-12-31"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onFocus={() => setOpen(true)}
            onClick={(event) => {
              event.preventDefault();
              setOpen(true);
            }}
          />
          <span className="placeholder" aria-hidden="true">
            {invalid ? "Select Date" : "Select date"}
          </span>
          <Calendar className="i" aria-hidden />
        </div>
        {!hydrated && <div className="date-buttons">{buttons}</div>}
      </div>
      {open && (
        <div className="panel calendar" role="group" aria-label="Calendar">
          <Suspense fallback={<div className="calendar-room" />}>
            <DayCalendar value={value} onChange={onChange} />
          </Suspense>
          <div className="calendar-buttons">{buttons}</div>
        </div>
      )}
    </div>
  );
}
