import { useFetcher, useLocation } from "@remix-run/react";
import { Moon, Rows3, Sun } from "lucide-react";
import type { ReactNode } from "react";
import type { Display } from "server/session/display-cookies.server";
import { useSite } from "~/features/shell/site";
import { IconButton } from "~/ui/button";
import { DASHBOARD_PATH } from "./dashboard-url";

interface ChoiceFormProps {
  /** Name of the form field and of the property of {@link Display}. */
  name: keyof Display;
  className?: string;
  children: ReactNode;
}

/** Form that sets a display cookie; with scripts it does not navigate, and Remix reloads the root's data. */
function ChoiceForm({ name, className, children }: ChoiceFormProps) {
  const { Form } = useFetcher();
  const { pathname, search } = useLocation();
  return (
    <Form
      method="post"
      action={`${DASHBOARD_PATH}/${name}`}
      className={className}
      preventScrollReset
    >
      <input type="hidden" name="from" value={pathname + search} />
      {children}
    </Form>
  );
}

const themes = [
  { value: "day", label: "Day", Icon: Sun },
  { value: "night", label: "Night", Icon: Moon },
] as const;

/** Day or night. Until the visitor chooses, the page follows the system setting. */
export function ThemeSwitch() {
  const { theme } = useSite().display;
  return (
    <ChoiceForm name="theme">
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
      {theme === "system" && <p className="mt-1.5 text-13 text-ink-2">As your system has it</p>}
    </ChoiceForm>
  );
}

const choiceStyle =
  "flex min-h-10 cursor-pointer items-center gap-2 px-3.5 text-15/none font-semibold text-ink-2 " +
  "aria-pressed:bg-ink aria-pressed:text-ground forced-colors:aria-pressed:forced-color-adjust-none " +
  "forced-colors:aria-pressed:bg-highlight forced-colors:aria-pressed:text-highlight-ink";

/** Switches between comfortable and compact table rows. */
export function RowsSwitch() {
  const comfortable = useSite().display.rows === "comfortable";
  return (
    <ChoiceForm name="rows" className="@max-table:hidden">
      <IconButton
        type="submit"
        className="aria-pressed:border-ink aria-pressed:bg-wash"
        name="rows"
        value={comfortable ? "compact" : "comfortable"}
        aria-label="Comfortable rows"
        aria-pressed={comfortable}
        title="Comfortable rows"
      >
        <Rows3 className="icon" aria-hidden />
      </IconButton>
    </ChoiceForm>
  );
}
