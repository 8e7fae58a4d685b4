import { useFetcher, useLocation, useRevalidator } from "@remix-run/react";
import { Moon, Rows3, Sun } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import type { Display } from "server/session/display-cookies.server";
import { loadSiteAgain, useSite } from "~/features/shell/site";
import { SEND_WHEN_ONLINE } from "~/features/shell/use-offline-guard";
import { IconButton } from "~/ui/button";
import { DASHBOARD_PATH } from "./dashboard-url";

interface ChoiceFormProps {
  /** Of the choice, in the form and in what the site knows of the visitor. */
  name: keyof Display;
  className?: string;
  children: ReactNode;
}

/**
 * Chooses how pages look: a form that sets a cookie; with scripts the page stays as it is. Remix loads the site's data
 * anew after it, and not the figures; but what is loaded meanwhile (a live update, a link) takes that load's place and
 * may have been answered before the choice was known. What was chosen and is not shown in the end is loaded once more.
 */
function ChoiceForm({ name, className, children }: ChoiceFormProps) {
  const { Form, state, formData } = useFetcher();
  const { revalidate } = useRevalidator();
  const { pathname, search } = useLocation();
  const shown = useSite().display[name];
  const chosen = useRef<FormDataEntryValue | null>(null);
  useEffect(() => {
    if (formData) chosen.current = formData.get(name);
    if (state !== "idle" || chosen.current === null) return;
    const isShown = chosen.current === shown;
    chosen.current = null;
    if (isShown) return;
    loadSiteAgain();
    revalidate();
  }, [state, formData, name, shown, revalidate]);
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

/** Day or night; until one is chosen, as the visitor's system has it. */
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
            className={choice}
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

const choice =
  "flex min-h-10 cursor-pointer items-center gap-2 px-3.5 text-15/none font-semibold text-ink-2 " +
  "aria-pressed:bg-ink aria-pressed:text-ground forced-colors:aria-pressed:forced-color-adjust-none " +
  "forced-colors:aria-pressed:bg-highlight forced-colors:aria-pressed:text-highlight-ink";

/** High rows or low ones. */
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
