import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { isReachable } from "~/lib/connection";
import { dismissToast, showToast } from "~/ui/toast-store";
import { connectionTexts } from "./connection-texts";

/** Attribute of forms that may be sent automatically when the network is back, because this surprises nobody. */
export const SEND_WHEN_ONLINE = { "data-send-when-online": "" };

/** A press on a link or button that needs the server. */
interface Press {
  target: Element;
  again: () => void;
  /** Message while the browser is offline. */
  text: string;
  /** Whether the press is repeated when the network is back. */
  later: boolean;
  /** Message when input after the press cancels it; empty for no message. */
  lapsed: string;
}

/**
 * Keeps the page while the browser is offline: a link or form would replace it by the browser's error page, and typed
 * values would be lost. The guard shows a message instead. Where that is safe it repeats the press when the network is
 * back, unless the visitor cancels it or types, chooses or presses something else before. Use once, in the root.
 */
export function useOfflineGuard(): void {
  const navigation = useNavigation();
  const location = useLocation();
  const cancel = useRef(() => {});
  // A navigation of Remix's router (link, Escape, Back), or its end, cancels a pending press.
  useEffect(() => cancel.current(), [navigation, location]);
  useEffect(() => {
    let pending: { press: Press; message?: number } | undefined;
    let isRepeating = false;

    const clearPending = () => {
      if (pending?.message !== undefined) dismissToast(pending.message);
      pending = undefined;
    };
    const repeatPending = () => {
      const press = pending?.press;
      clearPending();
      isRepeating = true;
      press?.again();
      isRepeating = false;
    };
    const hold = async (press: Press) => {
      if (pending?.press.target === press.target) clearPending();
      else cancelPending();
      const entry: typeof pending = (pending = { press });
      const reachable = await isReachable();
      // Something else was pressed or typed meanwhile.
      if (pending !== entry) return;
      if (reachable) repeatPending();
      else if (press.later) {
        const callOff = { name: connectionTexts().callOff, run: clearPending };
        entry.message = showToast("loading", press.text, callOff);
      } else {
        clearPending();
        showToast("error", press.text);
      }
    };
    /** Cancels the pending press after new input, which the visitor did not mean to send, or which would be lost. */
    const cancelPending = (cancel.current = () => {
      const text = pending?.press.lapsed;
      clearPending();
      if (text) showToast("error", text);
    });
    const guard = (event: Event) => {
      if (navigator.onLine || isRepeating) return;
      const press = pressOf(event);
      if (!press) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      void hold(press);
    };
    const resume = () => pending?.press.later && repeatPending();
    const listeners = new AbortController();
    // The capture phase comes before React's handlers, which would begin to navigate.
    const { signal } = listeners;
    const first = { capture: true, signal };
    window.addEventListener("click", guard, first);
    window.addEventListener("submit", guard, first);
    window.addEventListener("input", cancelPending, first);
    window.addEventListener("popstate", cancelPending, { signal }); // another step or section of this page was chosen
    window.addEventListener("online", resume, { signal });
    return () => {
      listeners.abort();
      clearPending();
    };
  }, []);
}

/** The press that is about to make a request to this server; null if it makes none, or one to another site. */
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
 * Whether Remix only fetches data for a link or form: Remix's own have `data-discover`, and the modules of the current
 * path are loaded already. Such a fetch waits for the network by itself (`patientFetch`).
 */
function isReadByRemix(element: HTMLElement, pathname: string): boolean {
  return element.dataset.discover !== undefined && pathname === location.pathname;
}
