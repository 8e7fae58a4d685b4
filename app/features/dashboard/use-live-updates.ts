import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import type { DashboardResource } from "server/cache/freshness-policies.server";
import { eventsUrl, type DashboardState, type Tab } from "./dashboard-url";

/** The page settles before it opens a connection that stays. Milliseconds. */
const CONNECT_AFTER = 2000;

/** Events of one refresh come in a bunch; they cost one request. Milliseconds. */
const GATHER = 500;

/** Without events figures are asked for at the pace they age. Milliseconds. */
const POLL_EVERY = 60_000;

const shownOn: Record<Tab, readonly DashboardResource[]> = {
  "fleet-overview": ["metrics", "totalUsers", "monthlyUsers", "weeklyUsers", "dailyUsers"],
  trip: ["trips", "filters"],
  driver: [],
  settings: [],
};

/**
 * Keeps the open view up to date: the same URL is asked for again when the server says that fresh
 * figures have come, and once a minute. Nothing happens while paused or while nobody looks.
 */
export function useLiveUpdates(state: DashboardState, paused: boolean): void {
  const { revalidate } = useRevalidator();
  const { tab } = state;
  const url = eventsUrl(state);
  useEffect(() => {
    const resources: readonly string[] = shownOn[tab];
    if (paused || tab === "driver") return;
    let events: EventSource | undefined;
    let gathering: ReturnType<typeof setTimeout> | undefined;

    const refresh = () => {
      if (document.visibilityState === "visible") revalidate();
    };
    const hear = (event: MessageEvent<string>) => {
      if (!resources.includes(event.data)) return;
      gathering ??= setTimeout(() => {
        gathering = undefined;
        refresh();
      }, GATHER);
    };
    const connect = () => {
      // The state of the system is told by no event.
      if (resources.length === 0) return;
      events = new EventSource(url);
      events.addEventListener("refresh", hear);
    };
    const disconnect = () => {
      clearTimeout(connecting);
      events?.close();
      events = undefined;
    };
    // A browser allows few connections to one host, so a tab that nobody looks at gives its own back.
    const followVisibility = () => {
      disconnect();
      if (document.visibilityState !== "visible") return;
      connect();
      refresh();
    };

    const connecting = setTimeout(connect, CONNECT_AFTER);
    const polling = setInterval(refresh, POLL_EVERY);
    document.addEventListener("visibilitychange", followVisibility);
    return () => {
      disconnect();
      clearTimeout(gathering);
      clearInterval(polling);
      document.removeEventListener("visibilitychange", followVisibility);
    };
  }, [tab, url, paused, revalidate]);
}
