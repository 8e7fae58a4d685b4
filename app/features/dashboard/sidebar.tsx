import { Link, useFetcher, useLocation } from "@remix-run/react";
import { Gauge, Menu, Moon, Route, Sun, X } from "lucide-react";
import type { dashboardScreens } from "~/content/dashboard";
import { Logo } from "~/features/shell/logo";
import { PauseMotionSwitch } from "~/features/shell/pause-motion-switch";
import { THEME_FETCHER, useChosenTheme } from "~/features/shell/site";
import { IconButton } from "~/ui/button";
import { dashboardUrl, type Tab } from "./dashboard-url";

const MENU_ID = "dashboard-menu";

// Browsers without popovers show the menu's content in the bar.
const closeMenu = () => document.getElementById(MENU_ID)?.hidePopover?.();

const entries: { tab: Tab; label: string; icon: typeof Gauge }[] = [
  { tab: "fleet-overview", label: "Fleet Overview", icon: Gauge },
  { tab: "trip", label: "Trip", icon: Route },
];

// React 18 has no types for the popover attributes, but passes them on to the element.
const popoverProps: Record<string, string> = { popover: "auto" };
const openMenuProps: Record<string, string> = { popovertarget: MENU_ID };
const closeMenuProps: Record<string, string> = { ...openMenuProps, popovertargetaction: "hide" };

/**
 * Logo, tabs and theme switch. Below 1024 px a bar with a menu button. The menu is a native
 * popover, which opens, closes and restores focus without scripts.
 */
export function Sidebar({ current }: { current: keyof typeof dashboardScreens }) {
  const { pathname, search } = useLocation();
  return (
    <header className={bar}>
      <Logo
        caption="Trip Dashboard"
        href={pathname + search}
        className="max-lg:mr-auto lg:mx-6 lg:mb-9 lg:self-start"
      />
      <PauseMotionSwitch className="max-lg:mr-2 lg:absolute lg:top-6.5 lg:right-5 lg:size-10" />
      <IconButton className="lg:hidden no-popover:hidden" aria-label="Menu" {...openMenuProps}>
        <Menu className="icon" aria-hidden />
      </IconButton>
      <div className={panel} id={MENU_ID} {...popoverProps}>
        <IconButton
          tone="bare"
          className="mx-3.75 mb-3 self-end lg:hidden no-popover:hidden"
          aria-label="Close menu"
          {...closeMenuProps}
        >
          <X className="icon" aria-hidden />
        </IconButton>
        <nav aria-label="Dashboard">
          <ul>
            {entries.map(({ tab, label, icon: Icon }) => (
              <li key={tab}>
                <Link
                  className={`${entry} ${tab === current ? currentEntry : otherEntry}`}
                  to={dashboardUrl({ tab })}
                  onClick={closeMenu}
                  aria-current={tab === current ? "page" : undefined}
                >
                  <Icon className="size-5.5 flex-none stroke-icon" aria-hidden />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <ThemeSwitch />
      </div>
    </header>
  );
}

const bar =
  "sticky top-0 flex print:hidden " +
  "max-lg:z-10 max-lg:min-h-16 max-lg:items-center max-lg:justify-between " +
  "max-lg:border-b max-lg:border-line max-lg:bg-raised max-lg:px-4 " +
  "lg:h-screen lg:flex-col lg:overflow-y-auto lg:py-6 " +
  "max-lg:no-popover:flex-wrap max-lg:no-popover:py-2.5";

// Only an open popover is positioned: browsers without popovers show the links in the bar.
const panel =
  "m-0 flex-col border-0 bg-transparent p-0 text-inherit max-lg:basis-full lg:static lg:flex lg:w-auto lg:flex-1 " +
  "max-lg:open:fixed max-lg:open:inset-y-0 max-lg:open:right-0 max-lg:open:left-auto max-lg:open:flex max-lg:open:h-dvh max-lg:open:max-h-none " +
  "max-lg:open:w-[min(300px,85vw)] max-lg:open:border-l max-lg:open:border-line max-lg:open:bg-raised " +
  "max-lg:open:pt-2 max-lg:open:pb-6 max-lg:open:shadow-float max-lg:backdrop:bg-night/50";

const entry =
  "relative flex min-h-13 items-center gap-3 pr-6 pl-7 no-underline " +
  "hover:bg-wash focus-visible:-outline-offset-4";
const currentEntry =
  "font-extrabold text-ink before:absolute before:inset-y-1.5 before:left-0 before:w-1.5 before:bg-accent " +
  "before:mask-[linear-gradient(black_0_42%,transparent_42%_58%,black_58%)] forced-colors:before:bg-highlight " +
  "before:forced-color-adjust-none forced-colors:before:mask-none";
const otherEntry = "font-semibold text-ink-2";

const themes = [
  { value: "day", label: "Day", Icon: Sun },
  { value: "night", label: "Night", Icon: Moon },
] as const;

/**
 * Form that chooses day or night. Until the visitor chooses, the page follows the system setting. With scripts the form
 * does not navigate.
 */
function ThemeSwitch() {
  const theme = useChosenTheme();
  const { Form } = useFetcher({ key: THEME_FETCHER });
  return (
    <Form className="mt-auto px-6 pt-6" method="post" preventScrollReset>
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
