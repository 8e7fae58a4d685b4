import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connectionTexts } from "~/features/shell/connection-texts";
import { patientFetch } from "~/features/shell/patient-fetch";
import { dismissToast, readToasts } from "~/ui/toast-store";

const PAGE = new URL("https://pulse.test/blogs.data");
const THEME = new URL("https://pulse.test/pulsescout/dashboard/theme.data");

const OWN = { "X-Request-Id": "0123456789abcdef" };
const failToFetch = () => Promise.reject(new TypeError("Failed to fetch"));

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
  fail = failToFetch;
  navigator.onLine = true;
  events = new EventTarget();
  vi.stubGlobal("navigator", navigator);
  vi.stubGlobal("window", events);
});
afterEach(() => {
  for (const { id } of readToasts()) dismissToast(id);
});

const createFetch = (opens = () => true, isWholeInTime = false) =>
  patientFetch({
    fetch: network,
    longestAnswer: () => 5000,
    opens,
    isWholeInTime,
    waitsToPost: (path) => path === THEME.pathname,
  });
const messages = () => readToasts().map(({ message }) => message);

describe("the patient fetch", () => {
  it("retries with growing pauses and shows a message until the answer arrives", async () => {
    const answer = createFetch()(PAGE, {});
    await vi.advanceTimersByTimeAsync(0);
    expect(messages()).toEqual([connectionTexts().unanswered]);
    await vi.advanceTimersByTimeAsync(499);
    expect(network).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(network).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(network).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await (await answer).text()).toBe("answer");
    expect(messages()).toEqual([]);
  });

  it("retries at once when the network is back", async () => {
    navigator.onLine = false;
    failures = 1;
    const answer = createFetch()(PAGE, {});
    await vi.advanceTimersByTimeAsync(0);
    expect(messages()).toEqual([connectionTexts().waiting]);
    events.dispatchEvent(new Event("online"));
    expect((await answer).status).toBe(200);
  });

  it("stops when its request is aborted", async () => {
    const controller = new AbortController();
    const answer = createFetch()(PAGE, { signal: controller.signal });
    const result = expect(answer).rejects.toThrow("Failed to fetch");
    await vi.advanceTimersByTimeAsync(0);
    controller.abort();
    await result;
    expect(messages()).toEqual([]);
  });

  const unavailable = { status: 503, headers: OWN };
  const dataHeaders = { "X-Remix-Response": "yes", ...OWN };

  it.each([
    ["a proxy's 502", new Response("<p>Bad gateway", { status: 502 }), true],
    ["the login page of a redirect", new Response("<p>Log in"), true],
    ["a captive portal without content", new Response(null, { status: 204 }), true],
    ["a server that is not ready yet", new Response("Restarting", unavailable), true],
    ["a refusal of the server", new Response("No page", { status: 403, headers: OWN }), false],
    ["a server error with data", new Response("[]", { status: 502, headers: dataHeaders }), false],
  ])("tells our server's responses from others: %s", async (_name, response, isLost) => {
    failures = 1;
    fail = () => Promise.resolve(response);
    const answer = createFetch()(PAGE, {});
    await vi.advanceTimersByTimeAsync(0);
    expect(messages()).toHaveLength(isLost ? 1 : 0);
    await vi.advanceTimersByTimeAsync(500);
    expect((await answer).status).toBe(isLost ? 200 : response.status);
  });

  it.each([
    ["a post fails", new URL("/contactus.data", PAGE), "x".repeat(2000), 9_999],
    ["a read, for which the server has time for two attempts, is retried", PAGE, undefined, 14_999],
  ])(
    "times out after the server's longest time plus time for the network: %s",
    async (_, url, body, lastMs) => {
      network.mockImplementationOnce((_input, init) => {
        return new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
        });
      });
      failures = 0;
      const init =
        body === undefined ? {} : { method: "POST", body: new URLSearchParams({ body }) };
      const answer = createFetch()(url, init);
      const result = body === undefined ? answer : expect(answer).rejects.toThrow(TypeError);
      await vi.advanceTimersByTimeAsync(lastMs);
      expect([network.mock.calls.length, messages()]).toEqual([1, []]);
      await vi.advanceTimersByTimeAsync(2_500);
      await result;
      expect(network).toHaveBeenCalledTimes(body === undefined ? 2 : 1);
    },
  );

  it("rejects with the name of the refusal when the server refuses a post", async () => {
    const headers = { "X-Refusal": "too-large" };
    network.mockResolvedValueOnce(new Response("page", { status: 413, headers }));
    const error = { refusal: "too-large" };
    await expect(createFetch()(THEME, { method: "POST" })).rejects.toMatchObject(error);
    expect(network).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["is sent again if it is idempotent", THEME, null],
    ["rejects with the refusal otherwise", new URL("/contactus.data", PAGE), "busy"],
  ])("a temporarily refused post %s", async (_, url, refusal) => {
    const headers = { "X-Refusal": "busy", ...OWN };
    network.mockResolvedValueOnce(new Response("page", { status: 503, headers }));
    failures = 0;
    const answer = createFetch()(url, { method: "POST" }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(500);
    expect(await answer).toMatchObject(refusal === null ? { status: 200 } : { refusal });
  });

  it.each([
    ["a post fails", new URL("/contactus.data", PAGE), { method: "POST" }, TypeError],
    ["an idempotent post is sent again", THEME, { method: "POST" }, "answer"],
    ["a read continues", PAGE, {}, "late"],
    ["a read that must be whole in time is retried", PAGE, {}, "answer", true],
  ])(
    "when the body of a response is late, %s",
    async (_, url, init, outcome, isWholeInTime = false) => {
      network.mockImplementationOnce((_input, init) => {
        const body = new ReadableStream({
          start(stream) {
            init?.signal?.addEventListener("abort", () =>
              stream.error(new DOMException("cut off")),
            );
            setTimeout(() => {
              if (init?.signal?.aborted) return;
              stream.enqueue(new TextEncoder().encode("late"));
              stream.close();
            }, 30_000);
          },
        });
        return Promise.resolve(new Response(body, { headers: OWN }));
      });
      failures = 0;
      const text = createFetch(undefined, isWholeInTime)(url, init).then((answer) => answer.text());
      const result =
        typeof outcome === "string"
          ? expect(text).resolves.toBe(outcome)
          : expect(text).rejects.toThrow(outcome);
      await vi.advanceTimersByTimeAsync(30_000);
      await result;
    },
  );

  it.each([
    ["another post", new URL("/contactus.data", PAGE), { method: "POST" }],
    ["an address that is not page data", new URL("/healthz", PAGE), {}],
    ["a request that does not come from Remix", "/blogs.data", {}],
  ])("fails at once for %s", async (_name, input, init) => {
    await expect(createFetch()(input, init)).rejects.toThrow("Failed to fetch");
    expect(network).toHaveBeenCalledTimes(1);
    expect(messages()).toEqual([]);
  });

  it("retries an update of the current page once, without a message", async () => {
    const rejection = expect(createFetch(() => false)(PAGE, {})).rejects.toThrow("Failed to fetch");
    await vi.advanceTimersByTimeAsync(500);
    await rejection;
    expect(network).toHaveBeenCalledTimes(2);
    expect(messages()).toEqual([]);
  });

  it("retries a read that turns out only after the first try to open a page", async () => {
    let opens = false;
    const answer = createFetch(() => opens)(PAGE, {});
    await vi.advanceTimersByTimeAsync(0);
    opens = true;
    await vi.advanceTimersByTimeAsync(3500);
    expect(await (await answer).text()).toBe("answer");
  });
});
