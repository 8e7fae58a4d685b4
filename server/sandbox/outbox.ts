import { escapeHtml } from "../process/escape-html.server";
import type { Routes } from "./http-server";

/** A message that a real service would have delivered. */
interface SentMessage {
  /** A phone number in E.164, or `Contact form`. */
  to: string;
  text: string;
  /** Milliseconds since 1970. */
  at: number;
}

const MOST_MESSAGES = 50;

export type Outbox = ReturnType<typeof createOutbox>;

/** Keeps the last messages, and serves them, the newest first, as an HTML page at `/sandbox/outbox`. */
export function createOutbox() {
  let messages: readonly SentMessage[] = [];
  return {
    add: (to: string, text: string) =>
      void (messages = [{ to, text, at: Date.now() }, ...messages].slice(0, MOST_MESSAGES)),
    routes: {
      "GET /sandbox/outbox": () =>
        new Response(outboxPage(messages), {
          headers: { "Content-Type": "text/html; charset=utf-8" },
        }),
    } satisfies Routes,
  };
}

const CELL =
  "white-space: pre-line; overflow-wrap: anywhere; padding: 0.5rem 1.5rem 0.5rem 0; text-align: left; border-bottom: 1px solid #8a8778";

/** Renders the outbox as a page. Styles are attributes, because the Content-Security-Policy allows no style sheet. */
function outboxPage(messages: readonly SentMessage[]): string {
  const head = ["Sent (UTC)", "To", "Message"].map(
    (heading) => `<th scope="col" style="${CELL}">${heading}</th>`,
  );
  const rows = messages.map(({ to, text, at }) => {
    const cells = [new Date(at).toISOString(), to, text];
    return `<tr>${cells.map((cell) => `<td style="${CELL}">${escapeHtml(cell)}</td>`).join("")}</tr>`;
  });
  const table = `<table style="border-collapse: collapse"><thead><tr>${head.join("")}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>Sandbox outbox</title>
</head>
<body style="font: 1rem/1.5 system-ui, sans-serif; margin: min(2rem, 5vw); overflow-wrap: anywhere; color: #16191d; background: #f6f4ee">
<main>
<h1>Sandbox outbox</h1>
<p>Messages that would have been delivered, newest first. Nothing leaves this machine.</p>
${messages.length === 0 ? "<p>No message was sent yet.</p>" : table}
<p><a href="/pulsescout/delete-user" style="color: inherit">Delete your account</a>, <a href="/contactus" style="color: inherit">Contact us</a></p>
</main>
</body>
</html>
`;
}
