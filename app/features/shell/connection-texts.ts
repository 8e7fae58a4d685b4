import { useEffect } from "react";

/** What is said about the connection: of a press while the browser knows that it is offline, or while no answer comes. */
export interface ConnectionTexts {
  page: string;
  form: string;
  formLater: string;
  waiting: string;
  unanswered: string;
  /** Name of the button that calls off what waits for the network. */
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

/** The texts in the language of the page that is shown. */
export function connectionTexts(): ConnectionTexts {
  return current;
}

/** Has them said in another language than English while a page is shown. @param texts the same object each time */
export function useConnectionTexts(texts: ConnectionTexts): void {
  useEffect(() => {
    current = texts;
    return () => {
      current = ENGLISH;
    };
  }, [texts]);
}
