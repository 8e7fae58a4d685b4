import { Moon, Sun } from "lucide-react";
import type { Display } from "server/session/display-cookies.server";
import { SEND_WHEN_ONLINE } from "~/features/shell/use-offline-guard";
import { DASHBOARD_PATH } from "./dashboard-url";
import { useDisplayForm } from "./use-display-form";

interface ThemeSwitchProps {
  theme: Display["theme"];
  /** Where the choice was made: a path with its query. */
  from: string;
}

const choices = [
  { value: "day", label: "Day", Icon: Sun },
  { value: "night", label: "Night", Icon: Moon },
] as const;

/** Day or night; until one is chosen, as the visitor's system has it. A form, so that it works without scripts; with them the page stays as it is. */
export function ThemeSwitch({ theme, from }: ThemeSwitchProps) {
  const fetcher = useDisplayForm("theme");
  return (
    <fetcher.Form
      method="post"
      action={`${DASHBOARD_PATH}/theme`}
      preventScrollReset
      {...SEND_WHEN_ONLINE}
    >
      <input type="hidden" name="from" value={from} />
      <div
        className="inline-flex w-fit rounded-control border-control border-edge"
        role="group"
        aria-label="Theme"
      >
        {choices.map(({ value, label, Icon }) => (
          <button
            key={value}
            className={choice}
            name="theme"
            value={value}
            aria-pressed={theme === value}
          >
            <Icon className="-mt-0.75 size-4.5 flex-none stroke-icon" aria-hidden />
            {label}
          </button>
        ))}
      </div>
      {theme === "system" && <p className="mt-1.5 text-13 text-ink-2">As your system has it</p>}
    </fetcher.Form>
  );
}

const choice = [
  "flex min-h-10 cursor-pointer items-center gap-2 px-3.5 pt-0.75 text-15/none font-semibold text-ink-2",
  "aria-pressed:bg-ink aria-pressed:text-ground forced-colors:aria-pressed:forced-color-adjust-none",
  "forced-colors:aria-pressed:bg-highlight forced-colors:aria-pressed:text-highlight-ink",
].join(" ");
