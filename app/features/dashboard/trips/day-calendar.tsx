import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { DayPicker, type ClassNames } from "react-day-picker";
import { isCalendarDay } from "~/lib/format-date";

interface DayCalendarProps {
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  /** The day on whose month it opens while none is picked; null: today's. */
  newestDay: string | null;
  onChange: (value: string) => void;
}

/** A month of days to pick one from. */
export default function DayCalendar({ value, newestDay, onChange }: DayCalendarProps) {
  const selected = fromText(value);
  // Days of trips are days of UTC, and so is the one that is today.
  const [today] = useState(() => fromText(new Date().toISOString().slice(0, 10)));
  const [shown, setShown] = useState({
    value,
    month: selected ?? fromText(newestDay ?? "") ?? today,
  });
  // A new month when the field names another one, not while days are being looked at.
  if (shown.value !== value) setShown({ value, month: selected ?? shown.month });
  return (
    <DayPicker
      classNames={look}
      mode="single"
      weekStartsOn={1}
      navLayout="around"
      selected={selected}
      {...(shown.month && { month: shown.month })}
      onMonthChange={(month) => setShown({ value, month })}
      {...(today && { today })}
      onSelect={(day) => onChange(day ? toText(day) : "")}
      labels={{ labelPrevious: () => "Previous month", labelNext: () => "Next month" }}
      formatters={{ formatWeekdayName: (day) => "SMTWTFS".charAt(day.getDay()) }}
      components={{
        Chevron: ({ orientation }) =>
          orientation === "left" ? (
            <ChevronLeft className="icon" />
          ) : (
            <ChevronRight className="icon" />
          ),
      }}
    />
  );
}

const turn = "grid size-10 cursor-pointer place-items-center rounded-control hover:bg-wash";

// Seven days and the longest month's name beside its arrows, whatever the text's size.
const look: Partial<ClassNames> = {
  root: "min-h-73 text-[min(1rem,6vw)]",
  month: "grid grid-cols-[40px_1fr_40px] items-center",
  month_caption: "text-center font-bold",
  caption_label: "pt-0.75",
  button_previous: turn,
  button_next: turn,
  month_grid: "col-span-full mt-2 w-full table-fixed border-collapse tabular-nums",
  weekday: "p-px text-[min(0.8125rem,5vw)]/8 font-semibold text-ink-2",
  day: "text-center",
  day_button: [
    "h-10 w-[min(40px,100%)] cursor-pointer rounded-control pt-1 hover:bg-wash",
    "focus-visible:outline-offset-1 in-data-today:inset-ring-[1.5px] in-data-today:inset-ring-edge",
    "in-data-selected:bg-sign in-data-selected:font-bold in-data-selected:text-white",
  ].join(" "),
};

// The picker works in the visitor's own days; only year, month and day of them count here.

function fromText(text: string): Date | undefined {
  if (!isCalendarDay(text)) return undefined;
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  return new Date(year, month - 1, day);
}

function toText(day: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${String(day.getFullYear()).padStart(4, "0")}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
