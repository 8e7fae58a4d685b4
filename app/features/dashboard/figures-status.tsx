import { useServerNow } from "~/lib/server-clock";
import { Moment } from "~/ui/age-stamp";
import { StatusIcon } from "~/ui/status-icon";
import { ageWords, statusWords, type FiguresState } from "./screen";

/** Status, time and, with scripts, age of all figures on the page. */
export function FiguresStatus(figures: FiguresState) {
  const { age } = figures;
  const now = useServerNow();
  const { tone, words } = statusWords(figures, now);
  if (!age && words === null) return null;
  const strong = words !== null || tone === "watch";
  return (
    <p className={`flex items-center gap-2 text-15 ${strong ? "font-semibold" : "text-ink-2"}`}>
      <StatusIcon tone={tone} />
      <span>
        {words}
        {words && age && " "}
        {age && (
          <>
            <Moment of="As of" at={age.asOf} />{" "}
            <span className={ageStyle}>{now !== null && ageWords(tone, age.asOf, now)}</span>
          </>
        )}
      </span>
    </p>
  );
}

// Only scripts know the age. The minimum width avoids a layout shift when it appears.
const ageStyle = "tabular-nums md:ps-2 scripted:inline-block scripted:min-w-34 md:text-end";
