import { Calendar } from "lucide-react";
import {
  lazy,
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from "react";
import { Button } from "~/ui/button";
import { fieldFrame, fieldLabel } from "~/ui/field";
import { OptionalBoundary } from "~/ui/optional-boundary";
import { Panel } from "~/ui/panel";
import type { Draft } from "~/ui/use-draft";
import { useHydrated } from "~/lib/hydration";
import { PickerFrame } from "./picker-frame";

// Loaded when it is first opened: the field works without it.
const DayCalendar = lazy(() => import("./day-calendar"));

interface DateFieldProps {
  /** `YYYY-MM-DD`, or empty. */
  draft: Draft<HTMLInputElement>;
  /** The URL named a day that does not exist. */
  invalid: boolean;
  /** The day on whose month the calendar opens while no date is set; null: today's. */
  newestDay: string | null;
  onApply: () => void;
  onClear: () => void;
  /** The form that clears the date where there are no scripts. */
  clearFormId: string;
}

/** The date filter: a native field, with a calendar below it while it is in use. */
export function DateField(props: DateFieldProps) {
  const { draft, invalid, newestDay, onApply, onClear, clearFormId } = props;
  const { text: value, setText, field } = draft;
  const hydrated = useHydrated();
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!open) return;
    const closeOnPressOutside = ({ target }: Event) => {
      if (target instanceof Node && !frame.current?.contains(target)) setOpen(false);
    };
    document.addEventListener("pointerdown", closeOnPressOutside);
    return () => document.removeEventListener("pointerdown", closeOnPressOutside);
  }, [open]);
  // In Safari a press on a button gives the focus to nothing, or to what stands around all of this.
  const closeWhenLeft = ({ currentTarget: own, relatedTarget: next }: FocusEvent<HTMLElement>) => {
    if (next && !own.contains(next) && !next.contains(own)) setOpen(false);
  };
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    field.current?.focus();
    setOpen(false);
  };
  const finish = (event: MouseEvent, action: () => void) => {
    // The forms' own way, for as long as scripts are not there.
    if (!hydrated) return;
    event.preventDefault();
    // The button goes away with the calendar, so focus goes back to the field first.
    field.current?.focus();
    setOpen(false);
    action();
  };

  const buttons = (size: "tool" | "small") => (
    <>
      <Button
        type="submit"
        tone="line"
        size={size}
        wraps={false}
        form={clearFormId}
        onClick={(event) => finish(event, onClear)}
      >
        Clear
      </Button>
      <Button
        type="submit"
        tone="go"
        size={size}
        wraps={false}
        onClick={(event) => finish(event, onApply)}
      >
        Apply
      </Button>
    </>
  );

  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- listens for Escape and for focus leaving its fields
    <div className={frameStyle} ref={frame} onBlur={closeWhenLeft} onKeyDown={closeOnEscape}>
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
            onFocus={() => setOpen(true)}
            onClick={(event) => {
              event.preventDefault();
              setOpen(true);
            }}
          />
          <span className={placeholder} aria-hidden="true">
            {invalid ? "Select Date" : "Select date"}
          </span>
        </PickerFrame>
        {!hydrated && <div className="flex gap-2 scripted:hidden">{buttons("tool")}</div>}
      </div>
      {open && (
        <Panel className={popup} role="group" aria-label="Calendar">
          <OptionalBoundary fallback={<div className="min-h-73" />}>
            <DayCalendar value={value} newestDay={newestDay} onChange={setText} />
          </OptionalBoundary>
          <div className="mt-3 flex flex-wrap justify-end gap-2 border-t border-line pt-3.5">
            {buttons("small")}
          </div>
        </Panel>
      )}
    </div>
  );
}

const frameStyle = fieldFrame({ size: "small", className: "relative @max-bar:w-full" });

// Wider than its box, which cuts a browser's own button off.
const input = [
  "min-h-11.25 w-[calc(100%+1.65em)] appearance-none bg-transparent pt-0.75 pl-3.5",
  "focus-visible:outline-none invalid:not-focus:text-transparent",
  "picker-indicator:m-0 picker-indicator:w-0",
  "picker-indicator:p-0 picker-indicator:opacity-0",
].join(" ");

// In place of the browser's own pattern while the field is empty and nobody is in it; with forced colours the
// pattern cannot be hidden.
const placeholder = [
  "pointer-events-none absolute top-3 left-3.5 hidden leading-normal",
  "not-forced-colors:peer-invalid:peer-not-focus:block",
].join(" ");

const popup =
  "absolute top-full mt-2 left-0 z-5 w-[19.875rem] max-w-[calc(100vw-64px)] p-4.5 shadow-float";
