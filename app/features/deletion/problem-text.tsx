import { useMessages, type Messages } from "~/features/shell/messages";
import type { Problem } from "./deletion-types";

/** The text of a problem. In English, a message of the upstream server replaces ours; other languages quote it below. */
export function problemText(messages: Messages, { message, said }: Problem): string {
  return said !== undefined && messages.language === "en" ? said : messages.filled(message);
}

/** Quotes the upstream server's English message about a problem on pages in other languages. */
export function Quotation({ problem: { said } }: { problem: Problem }) {
  const { language } = useMessages();
  if (said === undefined || language === "en") return null;
  return (
    <p className="mt-1 mb-3 text-15 text-ink-2">
      <q lang="en" dir="ltr">
        {said}
      </q>
    </p>
  );
}
