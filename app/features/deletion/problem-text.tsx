import { useMessages, type Messages } from "~/features/shell/messages";
import type { Problem } from "./deletion-types";

/** What went wrong, in words. In English another server's own words say it; other languages quote them below. */
export function problemText(messages: Messages, { message, said }: Problem): string {
  return said !== undefined && messages.language === "en" ? said : messages.filled(message);
}

/** What another server said of a problem, where the page is written in another language than the server. */
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
