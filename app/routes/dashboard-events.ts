import type { LoaderFunctionArgs } from "@remix-run/node";
import { tripsKey } from "server/cache/dashboard-data.server";
import { refreshEvents } from "server/cache/refresh-events.server";
import { requestContext } from "server/http/request-context.server";
import { services } from "server/services.server";
import { shownAnswers } from "~/features/dashboard/shown-answers";
import { formatExactDateTime } from "~/lib/format-date";
import { sendTexts } from "~/lib/text-stream";

/**
 * Server-sent events: `refresh`, with the resource's name, each time a newer answer has arrived to something that
 * the view of the URL's dashboard state shows; without a `tab` to anything.
 */
export function loader({ request }: LoaderFunctionArgs) {
  const { dashboard, drain, eventStreams, logger } = services();
  const context = requestContext();
  const { closed, writable, clientAddress } = context;
  const headers = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store, no-transform",
    "X-Accel-Buffering": "no",
  };
  if (request.method === "HEAD") return new Response(null, { headers });
  const place = eventStreams.take(clientAddress, closed);
  if (place !== "taken") return overLimit(place);

  const ended = new AbortController();
  const end = () => ended.abort();
  closed.addEventListener("abort", end);
  drain.signal.addEventListener("abort", end, { signal: ended.signal });
  if (closed.aborted || drain.signal.aborted) end();

  const events = refreshEvents({
    onRefresh: (listener) => dashboard.onRefresh(listener),
    shows: shownAnswers(new URL(request.url).searchParams, tripsKey),
    ended: ended.signal,
  });
  context.keepOpen((send) =>
    sendTexts(events, { closed: ended.signal, writable }, send).catch((error: unknown) => {
      logger.warn({ err: error }, "event stream broke off");
      throw error;
    }),
  );
  return new Response(null, { headers });
}

const LIMITS = {
  "client-full": { status: 429, text: "Too many live connections from your network." },
  "all-full": { status: 503, text: "Too many live connections." },
} as const;

const RETRY_MS = 60_000;

function overLimit(place: keyof typeof LIMITS): Response {
  const { status, text } = LIMITS[place];
  const retryAt = formatExactDateTime(Date.now() + RETRY_MS);
  return new Response(
    `${text} The page refreshes itself once a minute; live again from ${retryAt} on.\n`,
    {
      status,
      headers: {
        "Content-Type": "text/plain; charset=utf-8",
        "Cache-Control": "no-store",
        "Retry-After": String(RETRY_MS / 1000),
      },
    },
  );
}
