import { useFetcher } from "@remix-run/react";
import { Moon, Sun } from "lucide-react";
import { THEME_FETCHER, useChosenTheme } from "~/features/shell/site";

const themes = [
  { value: "day", label: "Day", Icon: Sun },
  { value: "night", label: "Night", Icon: Moon },
] as const;

/**
 * Form that chooses day or night. Until the visitor chooses, the page follows the system setting. With scripts the form
 * does not navigate.
 */
export function ThemeSwitch() {
  const theme = useChosenTheme();
  const { Form } = useFetcher({ key: THEME_FETCHER });
  return (
    <Form method="post" preventScrollReset>
      <div
        className="inline-flex w-fit rounded-control border-control border-edge"
        role="group"
        aria-label="Theme"
      >
        {themes.map(({ value, label, Icon }) => (
          <button
            key={value}
            className={choiceStyle}
            name="theme"
            value={value}
            aria-pressed={theme === value}
          >
            <Icon className="size-4.5 flex-none stroke-icon" aria-hidden />
            {label}
          </button>
        ))}
      </div>
      {theme === "system" && <p className="mt-1.5 text-13 text-ink-2">Follows your system</p>}
    </Form>
  );
}

const choiceStyle =
  "flex min-h-10 cursor-pointer items-center gap-2 px-3.5 text-15/none font-semibold text-ink-2 " +
  "aria-pressed:bg-ink aria-pressed:text-ground forced-colors:aria-pressed:forced-color-adjust-none " +
  "forced-colors:aria-pressed:bg-highlight forced-colors:aria-pressed:text-highlight-ink";
