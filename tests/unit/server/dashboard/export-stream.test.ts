import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { beforeEach, expect, it, vi } from "vitest";
import { streamInSlot, textStream } from "server/dashboard/export-stream.server";
import { createSlots } from "server/limits/slots.server";
import { createLogger } from "server/process/logger.server";
import { sharedContext, withRequestContext } from "server/process/request-context.server";

const text = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

/** A response whose reader takes what is written, or nothing if it is blocked. */
function responseOf({ isBlocked = false } = {}) {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  Object.defineProperty(response, "writableNeedDrain", { value: isBlocked, writable: true });
  // The compression middleware redirects listeners to a stream of its own.
  response.on = () => response;
  return response;
}

/** Lets all pending promise callbacks run. */
const flushPromises = () => new Promise(setImmediate);

let log: string[];
beforeEach(() => void (log = []));

async function* numbers(count: number) {
  try {
    for (let index = 0; index < count; index += 1) {
      log.push(`made ${index}`);
      yield await Promise.resolve(`${index};`);
    }
  } finally {
    log.push("ended");
  }
}

it("a text stream contains every text of its source", async () => {
  expect(await text(textStream(numbers(3), responseOf(), vi.fn()))).toBe("0;1;2;");
  expect(log.at(-1)).toBe("ended");
});

it("a text stream requests at most one text more than was read", async () => {
  const reader = textStream(numbers(1000), responseOf(), vi.fn()).getReader();
  await reader.read();
  await flushPromises();
  // The first text was read, the second one is buffered.
  expect(log).toEqual(["made 0", "made 1"]);
  await reader.cancel();
  expect(log.at(-1)).toBe("ended");
});

it("a text stream ends its source when the connection closes", async () => {
  const response = responseOf();
  const reader = textStream(numbers(1000), response, vi.fn()).getReader();
  await reader.read();
  response.destroy();
  Object.defineProperty(response, "closed", { value: true });
  while (!(await reader.read()).done);
  expect(log.at(-1)).toBe("ended");
  expect(log.length).toBeLessThan(10);
});

it("a text stream requests no text before a slow reader has taken the last, and leaves no listener", async () => {
  const response = responseOf({ isBlocked: true });
  const listeners = () => ["drain", "close"].map((event) => response.listenerCount(event));
  const before = listeners();
  const reader = textStream(numbers(10), response, vi.fn()).getReader();
  const first = reader.read();
  await flushPromises();
  expect(log).toEqual([]);
  Object.assign(response, { writableNeedDrain: false });
  response.emit("drain");
  await first;
  expect(log).toEqual(["made 0"]);
  expect(listeners()).toEqual(before);
  void reader.cancel();
});

it("a text stream ends its source when its reader takes nothing for a minute", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const source = numbers(10);
  await source.next();
  const onError = vi.fn();
  const stalled = expect(
    text(textStream(source, responseOf({ isBlocked: true }), onError)),
  ).rejects.toThrow("took nothing");
  await flushPromises();
  vi.advanceTimersByTime(60_000);
  await stalled;
  expect(onError).toHaveBeenCalledOnce();
  expect(log.at(-1)).toBe("ended");
});

it("a text stream fails and reports the error when its source fails", async () => {
  const failure = new Error("upstream gone");
  async function* failing() {
    yield await Promise.resolve("first");
    throw failure;
  }
  const onError = vi.fn();
  await expect(text(textStream(failing(), responseOf(), onError))).rejects.toBe(failure);
  expect(onError).toHaveBeenCalledWith(failure);
});

it("an export whose client has left reads nothing, and takes no slot", async () => {
  const response = responseOf();
  Object.defineProperty(response, "closed", { value: true });
  const exports = createSlots({ perClient: 0, inAll: 0 });
  const services = { exports, logger: createLogger("silent") };
  const open = () => Promise.reject(new Error("a read"));
  const context = { ...sharedContext("a request"), response: () => response };
  const sent = withRequestContext(context, () => streamInSlot(services, open));
  expect(await sent).toBeInstanceOf(Response);
});
