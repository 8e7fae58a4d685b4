import { beforeEach, expect, it, vi } from "vitest";
import { textStream } from "server/dashboard/text-stream.server";

const text = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

const writable = () => Promise.resolve();
const open = { closed: new AbortController().signal, writable };

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
  expect(await text(textStream(numbers(3), open, vi.fn()))).toBe("0;1;2;");
  expect(log.at(-1)).toBe("ended");
});

it("a text stream requests at most one text more than was read", async () => {
  const reader = textStream(numbers(1000), open, vi.fn()).getReader();
  await reader.read();
  await flushPromises();
  // The first text was read, the second one is buffered.
  expect(log).toEqual(["made 0", "made 1"]);
  await reader.cancel();
  expect(log.at(-1)).toBe("ended");
});

it("a text stream ends its source when the connection closes", async () => {
  const controller = new AbortController();
  const connection = { closed: controller.signal, writable };
  const reader = textStream(numbers(1000), connection, vi.fn()).getReader();
  await reader.read();
  controller.abort();
  while (!(await reader.read()).done);
  expect(log.at(-1)).toBe("ended");
  expect(log.length).toBeLessThan(10);
});

it("a text stream requests no text while the connection is blocked", async () => {
  let drain = () => {};
  const blocked = () => new Promise<void>((resolve) => (drain = resolve));
  const reader = textStream(numbers(10), { ...open, writable: blocked }, vi.fn()).getReader();
  const first = reader.read();
  await flushPromises();
  expect(log).toEqual([]);
  drain();
  await first;
  expect(log).toEqual(["made 0"]);
  void reader.cancel();
  drain();
});

it("a text stream ends its source when the connection fails", async () => {
  const source = numbers(10);
  await source.next();
  const onError = vi.fn();
  const stallError = new Error("took nothing");
  const connection = { ...open, writable: () => Promise.reject(stallError) };
  await expect(text(textStream(source, connection, onError))).rejects.toBe(stallError);
  expect(onError).toHaveBeenCalledWith(stallError);
  expect(log.at(-1)).toBe("ended");
});

it("a text stream fails and reports the error when its source fails", async () => {
  const failure = new Error("upstream gone");
  async function* failing() {
    yield await Promise.resolve("first");
    throw failure;
  }
  const onError = vi.fn();
  await expect(text(textStream(failing(), open, onError))).rejects.toBe(failure);
  expect(onError).toHaveBeenCalledWith(failure);
});
