import { Link, useLocation } from "@remix-run/react";
import { Gauge, Menu, Route, X } from "lucide-react";
import { useRef, useState, useEffect, type ReactNode } from "react";
import { PauseMotionSwitch } from "~/features/shell/pause-motion-switch";
import { useSite } from "~/features/shell/site";
import { Logo } from "~/ui/logo";
import { dashboardUrl, type DashboardState, type Tab } from "./dashboard-url";
import { tabTexts } from "./tabs";

const MENU_ID = "dashboard-menu";

const entries: { tab: Tab; label: string; icon: typeof Gauge }[] = [
  { tab: "fleet-overview", label: tabTexts["fleet-overview"].heading, icon: Gauge },
  { tab: "trip", label: "Trip", icon: Route },
];

// React 18 does not know the popover attributes yet, but hands unknown ones through to the element.
const popover: Record<string, string> = { popover: "auto" };
const opensMenu: Record<string, string> = { popovertarget: MENU_ID };
const closesMenu: Record<string, string> = { ...opensMenu, popovertargetaction: "hide" };

/**
 * Logo, tabs and what stands below them. Under 1024 px a bar with a menu button; the menu is a
 * browser popover, which opens, closes and gives focus back without scripts.
 */
export function Sidebar({ state, children }: { state: DashboardState; children: ReactNode }) {
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const { key } = useLocation();

  useEffect(() => {
    const element = menu.current;
    const follow = () => setOpen(element?.matches(":popover-open") ?? false);
    element?.addEventListener("toggle", follow);
    return () => element?.removeEventListener("toggle", follow);
  }, []);

  // Closes after a tab is chosen.
  useEffect(() => {
    if (menu.current?.matches(":popover-open")) menu.current.hidePopover();
  }, [key]);

  return (
    <header className="sidebar">
      <Logo
        siteName={useSite().siteName}
        caption="Trip Dashboard"
        to={dashboardUrl(state)}
        reloadDocument
        className="mx-6 mb-9 self-start max-lg:mr-auto max-lg:mb-0 max-lg:ml-0 max-lg:self-center"
      />
      <PauseMotionSwitch
        size="besideDashboardMenu"
        className="max-lg:mr-2 lg:absolute lg:top-6.5 lg:right-5"
      />
      <button
        type="button"
        className="icon-btn menu-button"
        aria-label="Menu"
        aria-expanded={open}
        {...opensMenu}
      >
        <Menu className="i" aria-hidden />
      </button>
      <div className="menu" id={MENU_ID} ref={menu} {...popover}>
        <button
          type="button"
          className="icon-btn bare menu-close"
          aria-label="Close menu"
          {...closesMenu}
        >
          <X className="i" aria-hidden />
        </button>
        <nav aria-label="Dashboard">
          <ul>
            {entries.map(({ tab, label, icon: Icon }) => (
              <li key={tab}>
                <Link
                  to={dashboardUrl({ tab })}
                  aria-current={tab === state.tab ? "page" : undefined}
                  prefetch="none"
                >
                  <Icon className="i" aria-hidden />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="menu-foot">{children}</div>
      </div>
    </header>
  );
}
