import { beforeEach, expect, it, vi } from "vitest";
import { followView } from "~/features/dashboard/use-live-updates";

const OWN = { "X-Request-Id": "0123456789abcdef" };
const streams: FakeStream[] = [];

class FakeStream extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly CLOSED = 2;
  readyState = FakeStream.CONNECTING;
  close = () => undefined;
  constructor(readonly url: string) {
    super();
    streams.push(this);
  }
  emit(type: "open" | "error", readyState: number) {
    this.readyState = readyState;
    this.dispatchEvent(new Event(type));
  }
}

let answer: Response;
let notifications: string[];

beforeEach(() => {
  streams.length = 0;
  notifications = [];
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("EventSource", FakeStream);
  vi.stubGlobal("fetch", () => Promise.resolve(answer));
});

/** Waits, then returns and clears the notifications since the last call. */
async function notificationsAfter(milliseconds: number): Promise<string[]> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  return notifications.splice(0);
}

function follow(locks?: object): () => void {
  vi.stubGlobal("navigator", { locks });
  return followView("/view", () => `/events?since=${streams.length}`, {
    changed: () => notifications.push("changed"),
    lost: (since) => since !== null && notifications.push("lost"),
  });
}

const proxyError = () => new Response("Bad gateway", { status: 503 });
const view = (version: string) => new Response(null, { headers: { ...OWN, ETag: version } });

it("a proxy's 503 instead of a stream counts as a lost server; the stream is reopened when the server responds", async () => {
  answer = proxyError();
  const end = follow({ request: (...[, , run]: (() => unknown)[]) => Promise.resolve(run?.()) });
  streams[0]?.emit("error", FakeStream.CLOSED);
  expect(await notificationsAfter(2_500)).toEqual(["lost"]);
  answer = new Response("ok", { headers: OWN });
  expect(await notificationsAfter(3_000)).toEqual(["changed"]);
  expect(streams.map(({ url }) => url)).toEqual(["/events?since=0", "/events?since=1"]);
  end();
});

it("a window without a stream polls its view, and is notified of changes, of a lost server and of its return", async () => {
  const end = follow();
  answer = view("1");
  expect(await notificationsAfter(3_000)).toEqual(["changed"]);
  expect(await notificationsAfter(3_000)).toEqual([]);
  answer = view("2");
  expect(await notificationsAfter(3_000)).toEqual(["changed"]);
  answer = proxyError();
  expect(await notificationsAfter(6_000)).toEqual(["lost"]);
  answer = view("2");
  expect(await notificationsAfter(3_000)).toEqual(["changed"]);
  end();
  answer = view("3");
  expect(await notificationsAfter(9_000)).toEqual([]);
  expect(streams).toEqual([]);
});
