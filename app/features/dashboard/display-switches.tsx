import { useFetcher, useLocation, useRevalidator } from "@remix-run/react";
import { Moon, Rows3, Sun } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import type { Display } from "server/session/display-cookies.server";
import { markSiteOutdated, useSite } from "~/features/shell/site";
import { SEND_WHEN_ONLINE } from "~/features/shell/use-offline-guard";
import { IconButton } from "~/ui/button";
import { DASHBOARD_PATH } from "./dashboard-url";

interface ChoiceFormProps {
  /** Name of the form field and of the property of {@link Display}. */
  name: keyof Display;
  className?: string;
  children: ReactNode;
}

/**
 * Form that sets a display cookie; with scripts it does not navigate. Remix then reloads the root's
 * data, not the figures. A concurrent load (live update, link) replaces that reload and may predate
 * the cookie. So if the page still displays another value afterwards, the root's data is reloaded.
 */
function ChoiceForm({ name, className, children }: ChoiceFormProps) {
  const { Form, state, formData } = useFetcher();
  const { revalidate } = useRevalidator();
  const { pathname, search } = useLocation();
  const displayedValue = useSite().display[name];
  const submittedValue = useRef<FormDataEntryValue | null>(null);
  useEffect(() => {
    if (formData) submittedValue.current = formData.get(name);
    if (state !== "idle" || submittedValue.current === null) return;
    const isDisplayed = submittedValue.current === displayedValue;
    submittedValue.current = null;
    if (isDisplayed) return;
    markSiteOutdated();
    revalidate();
  }, [state, formData, name, displayedValue, revalidate]);
  return (
    <Form
      method="post"
      action={`${DASHBOARD_PATH}/${name}`}
      className={className}
      preventScrollReset
      {...SEND_WHEN_ONLINE}
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
