import type { IncomingMessage, ServerResponse } from "node:http";
import type { Reader, RefreshEvents, SubscribedView } from "../dashboard/refresh-events.server";
import type { SlotLimit, Slots } from "../limits/concurrency-limits.server";

/** The event stream that notifies a page of newer figures. */
export interface EventPage {
  path: string;
  /** The view that the reader is looking at, by the parameters of the address. */
  view: (params: URLSearchParams) => SubscribedView;
  /** Returns the response text for a reader without a slot: all are taken, or those of the reader's network. */
  full: (limit: SlotLimit, retryAt: number) => string;
}

export interface EventStreamsOptions extends EventPage {
  news: RefreshEvents;
  places: Slots;
  /** Aborts when the process begins to drain. */
  draining: AbortSignal;
}

/** Answers with an event stream, without Express and Remix, whose objects it would keep in memory for hours. */
export type EventStreams = (
  request: IncomingMessage,
  response: ServerResponse,
  visit: StreamVisit,
) => void | Promise<void>;

export interface StreamVisit {
  params: URLSearchParams;
  clientAddress: string;
  /** Runs a function in the context of this request, so that the limits of its network apply. */
  within: <T>(act: () => T) => T;
}

const STATUS = { "client-full": 429, "all-full": 503 } as const satisfies Record<SlotLimit, number>;

const RETRY_MS = 60_000;

const HEAD = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
};

export function createEventStreams(options: EventStreamsOptions): EventStreams {
  const { news, places, draining, view, full } = options;
  const open = new Set<ServerResponse>();
  draining.addEventListener("abort", () => {
    for (const response of open) response.end();
  });

  return (request, response, { params, clientAddress, within }) => {
    // The end of a stream closes its connection, so that a draining process need not wait for further requests.
    response.shouldKeepAlive = false;
    if (request.method === "HEAD") return void response.writeHead(200, HEAD).end();
    // Parse the parameters before taking a slot: if parsing throws, the slot would never be released.
    const { missed, ...shownView } = view(params);
    const place = places.take(clientAddress);
    if (typeof place === "string") {
      response.writeHead(STATUS[place], {
        "Content-Type": "text/plain; charset=utf-8",
        "Cache-Control": "no-store",
        "Retry-After": String(RETRY_MS / 1000),
      });
      return void response.end(full(place, Date.now() + RETRY_MS));
    }
    if (response.closed) return place.leave();
    response.writeHead(200, HEAD);
    const viewInContext = { ...shownView, ...(missed && { missed: () => within(missed) }) };
    const leave = news.join(viewInContext, readerOf(response, news));
    open.add(response);
    response.once("close", () => {
      open.delete(response);
      leave();
      place.leave();
    });
    if (draining.aborted) response.end();
  };
}

function readerOf(response: ServerResponse, news: RefreshEvents): Reader {
  const reader: Reader = {
    isBehind: () => response.writableNeedDrain,
    send(text) {
      if (response.writableEnded || response.write(text)) return;
      response.once("drain", () => news.goOn(reader));
    },
    drop: () => response.destroy(),
  };
  return reader;
}
