import type { Tab } from "./dashboard-url";
import type { FleetScreen } from "./fleet/fleet-screen";
import type { TripsScreen } from "./trips/trips-screen";

/** The screens of the tabs; in the browser those whose scripts have come. */
export const screens: { Fleet?: typeof FleetScreen; Trips?: typeof TripsScreen } = {};

/** Fetches the script of a tab's screen, once. What is shown of the tab afterwards needs no waiting. */
export async function loadScreen(tab: Tab): Promise<void> {
  if (tab === "trip") screens.Trips ??= (await import("./trips/trips-screen")).TripsScreen;
  if (tab === "fleet-overview")
    screens.Fleet ??= (await import("./fleet/fleet-screen")).FleetScreen;
}

/** The names of the scripts without their hashes. */
export const SCREEN_SCRIPTS: Partial<Record<Tab, string>> = {
  "fleet-overview": "fleet-screen",
  trip: "trips-screen",
};

if (import.meta.env.SSR) await Promise.all([loadScreen("fleet-overview"), loadScreen("trip")]);
