import { requestContext } from "server/http/request-context.server";
import { services } from "server/services.server";

const HEARTBEAT_MS = 25_000;
const MOST_STREAMS = 500;

let openStreams = 0;

/** Server-sent events: `refresh`, with the resource's name, each time fresh data has arrived. */
export function loader() {
  const ended = AbortSignal.any([requestContext().closed, services().drain.signal]);
  if (openStreams >= MOST_STREAMS) {
    return new Response("Too many live connections. The page refreshes itself once a minute.", {
      status: 503,
      headers: { "Retry-After": "60", "Cache-Control": "no-store" },
    });
  }
  return new Response(refreshEvents(ended), {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}

function refreshEvents(ended: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let release = () => {};
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => {
        // A reader that takes nothing is skipped: a missed event costs a minute, a backlog costs memory.
        if ((controller.desiredSize ?? 0) > -64) controller.enqueue(encoder.encode(text));
      };
      const unsubscribe = services().dashboard.onRefresh((resource) =>
        send(`event: refresh\ndata: ${resource}\n\n`),
      );
      const heartbeat = setInterval(() => send(": still here\n\n"), HEARTBEAT_MS);
      openStreams += 1;
      const end = () => {
        release();
        controller.close();
      };
      release = () => {
        release = () => {};
        openStreams -= 1;
        clearInterval(heartbeat);
        unsubscribe();
        ended.removeEventListener("abort", end);
      };
      ended.addEventListener("abort", end);
      send("retry: 5000\n\n");
      if (ended.aborted) end();
    },
    cancel() {
      release();
    },
  });
}
