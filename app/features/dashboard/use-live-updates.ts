import { useEffect, useInsertionEffect, useRef, useState } from "react";
import { eventsUrl, type Tab } from "./dashboard-url";
import { viewName, viewVersion, type DashboardView } from "./dashboard-view";
import { askForChanges, connectLive, listenInTurn } from "./live-connection";

/** The page settles before it opens a connection that stays. Milliseconds. */
const CONNECT_AFTER = 2000;

/** Events of one refresh come in a bunch; they cost one request, later than the server sends an older view. Milliseconds. */
const GATHER = 500;

/** The tabs with figures, which are asked for at the pace they age: who reads them keeps them fresh. Milliseconds. */
const POLL_EVERY: Partial<Record<Tab, number>> = { "fleet-overview": 60_000, trip: 30_000 };

/**
 * Keeps the open view up to date: it is asked for again when the server says that figures have come or failed to come,
 * and at the pace they age. Nothing happens while paused or while nobody looks.
 *
 * @param view what was answered last
 * @param refresh asks for it again
 * @returns since when the server cannot be reached, epoch milliseconds; null while it can, as far as is known
 */
export function useLiveUpdates(
  view: DashboardView,
  paused: boolean,
  refresh: () => void,
): number | null {
  const [lostAt, setLostAt] = useState<number | null>(null);
  const latest = useRef({ view, refresh });
  useInsertionEffect(() => void (latest.current = { view, refresh }));
  const address = viewName(view.state);
  const pollEvery = POLL_EVERY[view.state.tab];
  useEffect(() => {
    if (paused || pollEvery === undefined) return;
    let disconnect = () => {};
    let gathering: ReturnType<typeof setTimeout> | undefined;
    let connecting: ReturnType<typeof setTimeout> | undefined;

    const refresh = () => {
      if (document.visibilityState === "visible") latest.current.refresh();
    };
    const refreshSoon = () => {
      gathering ??= setTimeout(() => {
        gathering = undefined;
        refresh();
      }, GATHER);
    };
    const listener = {
      hear: refreshSoon,
      lose: setLostAt,
      recover() {
        setLostAt(null);
        refreshSoon();
      },
    };
    const url = () => {
      const { view } = latest.current;
      return eventsUrl(view.state, viewVersion(view));
    };
    const connect = () => {
      disconnect = listenInTurn(
        () => connectLive(url, listener),
        () => askForChanges(address, listener),
      );
    };
    const end = () => {
      clearTimeout(connecting);
      disconnect();
      disconnect = () => {};
      setLostAt(null);
    };
    // A browser allows few connections to one host, so a tab that nobody looks at gives its own back.
    const followVisibility = () => {
      end();
      if (document.visibilityState !== "visible") return;
      connecting = setTimeout(connect, CONNECT_AFTER);
      refresh();
    };

    connecting = setTimeout(connect, CONNECT_AFTER);
    const polling = setInterval(refresh, pollEvery);
    document.addEventListener("visibilitychange", followVisibility);
    return () => {
      end();
      clearTimeout(gathering);
      clearInterval(polling);
      document.removeEventListener("visibilitychange", followVisibility);
    };
  }, [address, pollEvery, paused]);
  return lostAt;
}
