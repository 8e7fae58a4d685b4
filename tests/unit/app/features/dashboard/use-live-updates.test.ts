import { beforeEach, expect, it, vi } from "vitest";
import { followView } from "~/features/dashboard/use-live-updates";

const OWN = { "Reporting-Endpoints": "csp" };
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

let answer: Response;
let told: string[];

beforeEach(() => {
  streams.length = 0;
  told = [];
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("EventSource", FakeStream);
  vi.stubGlobal("fetch", () => Promise.resolve(answer));
});

/** What has been told since it was asked for last, after so many milliseconds. */
async function toldAfter(milliseconds: number): Promise<string[]> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  return told.splice(0);
}

function follow(locks?: object): () => void {
  vi.stubGlobal("navigator", { locks });
  return followView("/view", () => `/events?since=${streams.length}`, {
    changed: () => told.push("changed"),
    lost: (since) => since !== null && told.push("lost"),
  });
}

const proxy = () => new Response("Bad gateway", { status: 503 });
const view = (version: string) => new Response(null, { headers: { ...OWN, ETag: version } });

it("a proxy's 503 in the place of a stream is a lost server, until it answers: then the stream is opened again", async () => {
  answer = proxy();
  const end = follow({ request: (...[, , hold]: (() => unknown)[]) => Promise.resolve(hold?.()) });
  streams[0]?.tell("error", FakeStream.CLOSED);
  expect(await toldAfter(2_500)).toEqual(["lost"]);
  answer = new Response("ok", { headers: OWN });
  expect(await toldAfter(3_000)).toEqual(["changed"]);
  expect(streams.map(({ url }) => url)).toEqual(["/events?since=0", "/events?since=1"]);
  end();
});

it("a window without a stream asks for its view, and hears of changes, of a lost server and of its return", async () => {
  const end = follow();
  answer = view("1");
  expect(await toldAfter(3_000)).toEqual(["changed"]);
  expect(await toldAfter(3_000)).toEqual([]);
  answer = view("2");
  expect(await toldAfter(3_000)).toEqual(["changed"]);
  answer = proxy();
  expect(await toldAfter(6_000)).toEqual(["lost"]);
  answer = view("2");
  expect(await toldAfter(3_000)).toEqual(["changed"]);
  end();
  answer = view("3");
  expect(await toldAfter(9_000)).toEqual([]);
  expect(streams).toEqual([]);
});
