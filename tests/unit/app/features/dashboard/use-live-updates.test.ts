import { afterEach, expect, it, vi } from "vitest";
import { followView } from "~/features/dashboard/use-live-updates";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("a proxy's 503 in the place of a stream is a lost server, until it answers: then the stream is opened again", async () => {
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
    tell(type: "open" | "error", readyState: number) {
      this.readyState = readyState;
      this.dispatchEvent(new Event(type));
    }
  }
  let answer = new Response("Bad gateway", { status: 503 });
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
  const request = (_name: string, _options: object, hold: () => unknown) => Promise.resolve(hold());
  vi.stubGlobal("navigator", { locks: { request } });
  vi.stubGlobal("EventSource", FakeStream);
  vi.stubGlobal("fetch", () => Promise.resolve(answer));
  const told: string[] = [];
  const end = followView("/view", () => `/events?since=${streams.length}`, {
    changed: () => told.push("changed"),
    lost: (since) => told.push(since === null ? "back" : "lost"),
  });
  await vi.advanceTimersByTimeAsync(0);
  streams[0]?.tell("error", FakeStream.CLOSED);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(told).toEqual(["lost"]);
  answer = new Response("ok", { headers: { "Reporting-Endpoints": "csp" } });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(told).toEqual(["lost", "back", "changed"]);
  expect(streams.map(({ url }) => url)).toEqual(["/events?since=0", "/events?since=1"]);
  end();
});
