import { useFetcher } from "@remix-run/react";
import { Moon, Sun } from "lucide-react";
import type { Theme } from "~/features/shell/theme-cookie";
import { DASHBOARD_PATH } from "./dashboard-url";

interface ThemeSwitchProps {
  theme: Theme;
  /** Where the choice was made: a path with its query. */
  from: string;
}

/** Day or night. A form, so that it works without scripts; with them the page stays as it is. */
export function ThemeSwitch({ theme, from }: ThemeSwitchProps) {
  const fetcher = useFetcher();
  return (
    <fetcher.Form method="post" action={`${DASHBOARD_PATH}/theme`} preventScrollReset>
      <input type="hidden" name="from" value={from} />
      <div className="switch" role="group" aria-label="Theme">
        <button name="theme" value="day" aria-pressed={theme === "day"}>
          <Sun className="i" aria-hidden />
          Day
        </button>
        <button name="theme" value="night" aria-pressed={theme === "night"}>
          <Moon className="i" aria-hidden />
          Night
        </button>
      </div>
    </fetcher.Form>
  );
}
