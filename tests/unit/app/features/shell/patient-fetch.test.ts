import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connectionTexts } from "~/features/shell/connection-texts";
import { patientFetch } from "~/features/shell/patient-fetch";
import { dismissToast, readToasts } from "~/ui/toast-store";

const PAGE = new URL("https://pulse.test/blogs.data");
const THEME = new URL("https://pulse.test/pulsescout/dashboard/theme.data");

const OWN = { "Reporting-Endpoints": 'csp="/csp-report"' };
const lost = () => Promise.reject(new TypeError("Failed to fetch"));

let failures: number;
let fail: () => Promise<Response>;
const network = vi.fn<typeof fetch>(() =>
  failures-- > 0 ? fail() : Promise.resolve(new Response("answer", { headers: OWN })),
);
const navigator = { onLine: true };
let events: EventTarget;

beforeEach(() => {
  network.mockClear();
  vi.useFakeTimers();
  failures = 3;
  fail = lost;
  navigator.onLine = true;
  events = new EventTarget();
  vi.stubGlobal("navigator", navigator);
  vi.stubGlobal("window", events);
});
afterEach(() => {
  for (const { id } of readToasts()) dismissToast(id);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const fetching = (opens = () => true, isWholeInTime = false) =>
  patientFetch({
    fetch: network,
    longestAnswer: () => 5000,
    opens,
    isWholeInTime,
    waitsToPost: (path) => path === THEME.pathname,
  });
const shown = () => readToasts().map(({ message }) => message);

describe("a fetch that waits for the network", () => {
  it("retries with growing pauses and shows a message until the answer arrives", async () => {
    const answer = fetching()(PAGE, {});
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toEqual([connectionTexts().unanswered]);
    await vi.advanceTimersByTimeAsync(499);
    expect(network).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(network).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(network).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await (await answer).text()).toBe("answer");
    expect(shown()).toEqual([]);
  });

  it("retries at once when the network is back", async () => {
    navigator.onLine = false;
    failures = 1;
    const answer = fetching()(PAGE, {});
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toEqual([connectionTexts().waiting]);
    events.dispatchEvent(new Event("online"));
    expect((await answer).status).toBe(200);
  });

  it("stops when its request is aborted", async () => {
    const left = new AbortController();
    const answer = fetching()(PAGE, { signal: left.signal });
    const ended = expect(answer).rejects.toThrow("Failed to fetch");
    await vi.advanceTimersByTimeAsync(0);
    left.abort();
    await ended;
    expect(shown()).toEqual([]);
  });

  const makeshift = { status: 503, headers: OWN };
  const data = { "X-Remix-Response": "yes", ...OWN };

  it.each([
    ["a proxy's 502", new Response("<p>Bad gateway", { status: 502 }), true],
    ["a login to which it was led", new Response("<p>Log in"), true],
    ["a captive portal without content", new Response(null, { status: 204 }), true],
    ["a server that has no answer yet", new Response("Restarting", makeshift), true],
    ["a refusal of the server", new Response("No page", { status: 403, headers: OWN }), false],
    ["figures that failed", new Response("[]", { status: 502, headers: data }), false],
  ])("takes %s for what it is", async (_what, came, isLost) => {
    failures = 1;
    fail = () => Promise.resolve(came);
    const answer = fetching()(PAGE, {});
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toHaveLength(isLost ? 1 : 0);
    await vi.advanceTimersByTimeAsync(500);
    expect((await answer).status).toBe(isLost ? 200 : came.status);
  });

  it.each([
    ["a post fails", new URL("/contactus.data", PAGE), "x".repeat(2000), 9_999],
    ["a read that waits, and that the server tries twice, is tried again", PAGE, undefined, 14_999],
  ])(
    "gives up what is not answered in the server's time and some more: %s",
    async (_, url, body, inTime) => {
      network.mockImplementationOnce((_input, init) => {
        return new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
        });
      });
      failures = 0;
      const init =
        body === undefined ? {} : { method: "POST", body: new URLSearchParams({ body }) };
      const answer = fetching()(url, init);
      const ended = body === undefined ? answer : expect(answer).rejects.toThrow(TypeError);
      await vi.advanceTimersByTimeAsync(inTime);
      expect([network.mock.calls.length, shown()]).toEqual([1, []]);
      await vi.advanceTimersByTimeAsync(2_500);
      await ended;
      expect(network).toHaveBeenCalledTimes(body === undefined ? 2 : 1);
    },
  );

  it("says of a post that the server has refused it, and why", async () => {
    const headers = { "X-Refusal": "too-large" };
    network.mockResolvedValueOnce(new Response("page", { status: 413, headers }));
    const refused = { refusal: "too-large" };
    await expect(fetching()(THEME, { method: "POST" })).rejects.toMatchObject(refused);
    expect(network).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["is sent again where that does the same", THEME, null],
    ["is said elsewhere", new URL("/contactus.data", PAGE), "busy"],
  ])("a post that is refused for the moment %s", async (_, url, refusal) => {
    const headers = { "X-Refusal": "busy", ...OWN };
    network.mockResolvedValueOnce(new Response("page", { status: 503, headers }));
    failures = 0;
    const answer = fetching()(url, { method: "POST" }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(500);
    expect(await answer).toMatchObject(refusal === null ? { status: 200 } : { refusal });
  });

  it.each([
    ["a post fails", new URL("/contactus.data", PAGE), { method: "POST" }, TypeError],
    ["a post that waits is sent again", THEME, { method: "POST" }, "answer"],
    ["a read goes on", PAGE, {}, "late"],
    ["what is read after a post is read again", PAGE, {}, "answer", true],
  ])(
    "when the rest of an answer comes late, %s",
    async (_, url, init, end, isWholeInTime = false) => {
      network.mockImplementationOnce((_input, sent) => {
        const body = new ReadableStream({
          start(stream) {
            sent?.signal?.addEventListener("abort", () =>
              stream.error(new DOMException("cut off")),
            );
            setTimeout(() => {
              if (sent?.signal?.aborted) return;
              stream.enqueue(new TextEncoder().encode("late"));
              stream.close();
            }, 30_000);
          },
        });
        return Promise.resolve(new Response(body, { headers: OWN }));
      });
      failures = 0;
      const text = fetching(undefined, isWholeInTime)(url, init).then((answer) => answer.text());
      const ended =
        typeof end === "string"
          ? expect(text).resolves.toBe(end)
          : expect(text).rejects.toThrow(end);
      await vi.advanceTimersByTimeAsync(30_000);
      await ended;
    },
  );

  it.each([
    ["another post", new URL("/contactus.data", PAGE), { method: "POST" }],
    ["what is not the data of a page", new URL("/healthz", PAGE), {}],
    ["what Remix does not ask for", "/blogs.data", {}],
  ])("fails at once for %s", async (_what, input, init) => {
    await expect(fetching()(input, init)).rejects.toThrow("Failed to fetch");
    expect(network).toHaveBeenCalledTimes(1);
    expect(shown()).toEqual([]);
  });

  it("tries an update of the page that is shown twice, and says nothing", async () => {
    const failed = expect(fetching(() => false)(PAGE, {})).rejects.toThrow("Failed to fetch");
    await vi.advanceTimersByTimeAsync(500);
    await failed;
    expect(network).toHaveBeenCalledTimes(2);
    expect(shown()).toEqual([]);
  });

  it("waits for a page of which it is known only after the first try that it is opened", async () => {
    let opens = false;
    const answer = fetching(() => opens)(PAGE, {});
    await vi.advanceTimersByTimeAsync(0);
    opens = true;
    await vi.advanceTimersByTimeAsync(3500);
    expect(await (await answer).text()).toBe("answer");
  });
});
