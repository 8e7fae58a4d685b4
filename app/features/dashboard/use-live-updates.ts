import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { DashboardResource } from "server/cache/freshness-policies.server";
import { viewName } from "./dashboard-view";
import { eventsUrl, type DashboardState, type Tab } from "./dashboard-url";
import { askForChanges, connectLive, type LiveListener } from "./live-connection";
import { listenInTurn } from "./stream-turns";

/** The page settles before it opens a connection that stays. Milliseconds. */
const CONNECT_AFTER = 2000;

/** Events of one refresh come in a bunch; they cost one request, later than the server sends an older view. Milliseconds. */
const GATHER = 500;

/** Figures are asked for at the pace they age, for who reads them keeps them fresh. Milliseconds. */
const POLL_EVERY: Record<Tab, number> = {
  "fleet-overview": 60_000,
  trip: 30_000,
  driver: 60_000,
  settings: 60_000,
};

const shownOn: Record<Tab, readonly DashboardResource[]> = {
  "fleet-overview": ["metrics", "totalUsers", "monthlyUsers", "weeklyUsers", "dailyUsers"],
  trip: ["trips", "filters"],
  driver: [],
  settings: [],
};

/**
 * Keeps the open view up to date: the same URL is asked for again when the server says that figures have come or
 * failed to come, and at the pace they age. Nothing happens while paused or while nobody looks.
 *
 * @returns since when the server cannot be reached, epoch milliseconds; null while it can, as far as is known
 */
export function useLiveUpdates(state: DashboardState, paused: boolean): number | null {
  const { revalidate } = useRevalidator();
  const [lostAt, setLostAt] = useState<number | null>(null);
  const { tab } = state;
  const url = eventsUrl(state);
  const address = viewName(state);
  useEffect(() => {
    const resources: readonly string[] = shownOn[tab];
    if (paused || tab === "driver") return;
    let disconnect = () => {};
    let gathering: ReturnType<typeof setTimeout> | undefined;

    const refresh = () => {
      if (document.visibilityState === "visible") revalidate();
    };
    const listener: LiveListener = {
      hear(name) {
        if (!resources.includes(name)) return;
        gathering ??= setTimeout(() => {
          gathering = undefined;
          refresh();
        }, GATHER);
      },
      lose: setLostAt,
      recover() {
        setLostAt(null);
        refresh();
      },
    };
    const connect = () => {
      // The state of the system is told by no event.
      if (resources.length === 0) return;
      disconnect = listenInTurn(
        () => connectLive(url, listener),
        () => askForChanges(address, listener),
      );
    };
    // A browser allows few connections to one host, so a tab that nobody looks at gives its own back.
    const followVisibility = () => {
      clearTimeout(connecting);
      disconnect();
      setLostAt(null);
      if (document.visibilityState !== "visible") return;
      connect();
      refresh();
    };

    const connecting = setTimeout(connect, CONNECT_AFTER);
    const polling = setInterval(refresh, POLL_EVERY[tab]);
    document.addEventListener("visibilitychange", followVisibility);
    return () => {
      clearTimeout(connecting);
      disconnect();
      setLostAt(null);
      clearTimeout(gathering);
      clearInterval(polling);
      document.removeEventListener("visibilitychange", followVisibility);
    };
  }, [tab, url, address, paused, revalidate]);
  return lostAt;
}
