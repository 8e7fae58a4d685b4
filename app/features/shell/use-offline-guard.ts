import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { isReachable } from "~/lib/connection";
import { dismissToast, showToast } from "~/ui/toast-store";
import { connectionTexts } from "./connection-texts";

/** On forms that may be sent later by themselves: sending them late surprises nobody. */
export const SEND_WHEN_ONLINE = { "data-send-when-online": "" };

interface Press {
  target: Element;
  again: () => void;
  text: string;
  /** Whether it is done when the network is back. */
  later: boolean;
  /** What is said when something was typed, chosen or pressed since, and it is not done any more; empty for nothing. */
  lapsed: string;
}

/**
 * Keeps the page while the browser is offline: a link or a form would put the browser's own error page in its place,
 * and what was typed would be gone. It says so instead, and goes on when the network is back where that is safe, unless
 * that is called off, or something is typed, chosen or pressed before. Use once, in the root.
 */
export function useOfflineGuard(): void {
  const navigation = useNavigation();
  const location = useLocation();
  const lapse = useRef(() => {});
  // Another press, Escape or Back, which Remix reads itself, or what it has led to.
  useEffect(() => lapse.current(), [navigation, location]);
  useEffect(() => {
    let waiting: { press: Press; message?: number } | undefined;
    let letThrough = false;

    const forget = () => {
      if (waiting?.message !== undefined) dismissToast(waiting.message);
      waiting = undefined;
    };
    const goOn = () => {
      const press = waiting?.press;
      forget();
      letThrough = true;
      press?.again();
      letThrough = false;
    };
    const hold = async (press: Press) => {
      if (waiting?.press.target === press.target) forget();
      else typed();
      const held: typeof waiting = (waiting = { press });
      const reachable = await isReachable();
      // Something else was pressed or typed meanwhile.
      if (waiting !== held) return;
      if (reachable) goOn();
      else if (press.later) {
        const callOff = { name: connectionTexts().callOff, run: forget };
        held.message = showToast("loading", press.text, callOff);
      } else {
        forget();
        showToast("error", press.text);
      }
    };
    /** What is typed or chosen now was not meant by the press, or would be lost with the page. So is another page. */
    const typed = (lapse.current = () => {
      const lapsed = waiting?.press.lapsed;
      forget();
      if (lapsed) showToast("error", lapsed);
    });
    const guard = (event: Event) => {
      if (navigator.onLine || letThrough) return;
      const press = pressOf(event);
      if (!press) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      void hold(press);
    };
    const resume = () => waiting?.press.later && goOn();
    const listeners = new AbortController();
    // Before React, which would begin to navigate.
    const { signal } = listeners;
    const first = { capture: true, signal };
    window.addEventListener("click", guard, first);
    window.addEventListener("submit", guard, first);
    window.addEventListener("input", typed, first);
    window.addEventListener("popstate", typed, { signal }); // another step or section of this page was chosen instead
    window.addEventListener("online", resume, { signal });
    return () => {
      listeners.abort();
      forget();
    };
  }, []);
}

/** What an event is about to ask the server for; null when it asks for nothing, or another site. */
function pressOf(event: Event): Press | null {
  if (event instanceof SubmitEvent) return submitPress(event);
  if (!(event instanceof MouseEvent) || !(event.target instanceof Element)) return null;
  const { button, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return null;
  const link = event.target.closest("a");
  if (!link?.href || link.target === "_blank" || link.origin !== location.origin) return null;
  const samePage = link.pathname === location.pathname && link.search === location.search;
  if ((samePage && link.hash !== "") || isReadByRemix(link, link.pathname)) return null;
  return {
    target: link,
    text: connectionTexts().page,
    later: true,
    lapsed: "",
    again: () => link.isConnected && link.click(),
  };
}

function submitPress({ target, submitter }: SubmitEvent): Press | null {
  if (!(target instanceof HTMLFormElement) || target.method === "dialog") return null;
  const again = () => {
    if (!target.isConnected) return;
    if (submitter) submitter.click();
    else target.requestSubmit();
  };
  if (target.method === "get") {
    const { pathname } = new URL(target.action);
    if (isReadByRemix(target, pathname)) return null;
    return { target, text: connectionTexts().page, later: true, lapsed: "", again };
  }
  const { form, formLater } = connectionTexts();
  const later = "sendWhenOnline" in target.dataset;
  return { target, text: later ? formLater : form, later, lapsed: form, again };
}

/**
 * Whether Remix only fetches data for it: its links and forms carry `data-discover`, and the modules of this path are
 * here already. Such a fetch waits for the network by itself.
 */
function isReadByRemix(element: HTMLElement, pathname: string): boolean {
  return element.dataset.discover !== undefined && pathname === location.pathname;
}
