import { useEffect } from "react";

/** Messages about the connection: after a press while the browser is offline, and while a request has no response. */
export interface ConnectionTexts {
  page: string;
  form: string;
  formLater: string;
  waiting: string;
  unanswered: string;
  /** Label of the button that cancels an action waiting for the network. */
  callOff: string;
}

const ENGLISH: ConnectionTexts = {
  page: "You are offline. The page opens when the network is back.",
  form: "You are offline. Nothing was sent.",
  formLater: "You are offline. Nothing was sent. It is sent when the network is back.",
  waiting: "You are offline. This goes on when the network is back.",
  unanswered: "No answer yet. Trying again.",
  callOff: "Cancel",
};

let current = ENGLISH;

/** The messages in the language of the current page. */
export function connectionTexts(): ConnectionTexts {
  return current;
}

/** Replaces the English messages while a page is mounted. @param texts must be the same object at every render */
export function useConnectionTexts(texts: ConnectionTexts): void {
  useEffect(() => {
    current = texts;
    return () => {
      current = ENGLISH;
    };
  }, [texts]);
}
