import { beforeEach, expect, it, vi } from "vitest";
import { textStream } from "~/lib/text-stream";

const text = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

const writable = () => Promise.resolve();
const open = { closed: new AbortController().signal, writable };

/** Whatever can happen by itself has happened. */
const turn = () => new Promise(setImmediate);

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

it("a stream of texts carries every text", async () => {
  expect(await text(textStream(numbers(3), open, vi.fn()))).toBe("0;1;2;");
  expect(log.at(-1)).toBe("ended");
});

it("a stream of texts makes at most one text more than was read", async () => {
  const reader = textStream(numbers(1000), open, vi.fn()).getReader();
  await reader.read();
  await turn();
  // The one that was read, and the one that waits to be read.
  expect(log).toEqual(["made 0", "made 1"]);
  await reader.cancel();
  expect(log.at(-1)).toBe("ended");
});

it("a stream of texts ends its source when the connection closes", async () => {
  const closing = new AbortController();
  const connection = { closed: closing.signal, writable };
  const reader = textStream(numbers(1000), connection, vi.fn()).getReader();
  await reader.read();
  closing.abort();
  while (!(await reader.read()).done);
  expect(log.at(-1)).toBe("ended");
  expect(log.length).toBeLessThan(10);
});

it("a stream of texts makes nothing while the connection is blocked", async () => {
  let drain = () => {};
  const blocked = () => new Promise<void>((resolve) => (drain = resolve));
  const reader = textStream(numbers(10), { ...open, writable: blocked }, vi.fn()).getReader();
  const first = reader.read();
  await turn();
  expect(log).toEqual([]);
  drain();
  await first;
  expect(log).toEqual(["made 0"]);
  void reader.cancel();
  drain();
});

it("a stream of texts ends its source when the connection fails", async () => {
  const source = numbers(10);
  await source.next();
  const told = vi.fn();
  const stalled = new Error("took nothing");
  const connection = { ...open, writable: () => Promise.reject(stalled) };
  await expect(text(textStream(source, connection, told))).rejects.toBe(stalled);
  expect(told).toHaveBeenCalledWith(stalled);
  expect(log.at(-1)).toBe("ended");
});

it("a stream of texts fails and reports when its source fails", async () => {
  const failure = new Error("upstream gone");
  async function* failing() {
    yield await Promise.resolve("first");
    throw failure;
  }
  const told = vi.fn();
  await expect(text(textStream(failing(), open, told))).rejects.toBe(failure);
  expect(told).toHaveBeenCalledWith(failure);
});
