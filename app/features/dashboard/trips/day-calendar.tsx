import { ChevronLeft, ChevronRight } from "lucide-react";
import { DayPicker } from "react-day-picker";

interface DayCalendarProps {
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  onChange: (value: string) => void;
}

/** A month of days to pick one from. */
export default function DayCalendar({ value, onChange }: DayCalendarProps) {
  const selected = fromText(value);
  // Days of trips are days of UTC, and so is the one that is today.
  const today = fromText(new Date().toISOString().slice(0, 10));
  return (
    <DayPicker
      mode="single"
      weekStartsOn={1}
      navLayout="around"
      selected={selected}
      defaultMonth={selected ?? today}
      today={today}
      // A new month when the field names another one, not while days are being looked at.
      key={value.slice(0, 7)}
      onSelect={(day) => onChange(day ? toText(day) : "")}
      labels={{ labelPrevious: () => "Previous month", labelNext: () => "Next month" }}
      formatters={{ formatWeekdayName: (day) => "SMTWTFS".charAt(day.getDay()) }}
      components={{
        Chevron: ({ orientation }) =>
          orientation === "left" ? <ChevronLeft className="i" /> : <ChevronRight className="i" />,
      }}
    />
  );
}

// The picker works in the visitor's own days; only year, month and day of them count here.

function fromText(text: string): Date | undefined {
  const [year, month, day] = text.split("-").map(Number);
  return year && month && day ? new Date(year, month - 1, day) : undefined;
}

function toText(day: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${String(day.getFullYear()).padStart(4, "0")}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
