import { describe, expect, it, vi } from "vitest";
import { sendTexts, textStream } from "~/lib/text-stream";

const text = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

const writable = () => Promise.resolve();
const open = { closed: new AbortController().signal, writable };

async function* numbers(count: number, log: string[]) {
  try {
    for (let index = 0; index < count; index += 1) {
      log.push(`made ${index}`);
      yield await Promise.resolve(`${index};`);
    }
  } finally {
    log.push("ended");
  }
}

describe("a stream of texts", () => {
  it("carries every text", async () => {
    const log: string[] = [];
    expect(await text(textStream(numbers(3, log), open, vi.fn()))).toBe("0;1;2;");
    expect(log.at(-1)).toBe("ended");
  });

  it("makes no more than the reader takes", async () => {
    const log: string[] = [];
    const reader = textStream(numbers(1000, log), open, vi.fn()).getReader();
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(log.length).toBeLessThan(5);
    await reader.cancel();
    expect(log.at(-1)).toBe("ended");
  });

  it("ends its source when the connection closes", async () => {
    const closing = new AbortController();
    const log: string[] = [];
    const reader = textStream(
      numbers(1000, log),
      { closed: closing.signal, writable },
      vi.fn(),
    ).getReader();
    await reader.read();
    closing.abort();
    while (!(await reader.read()).done);
    expect(log.at(-1)).toBe("ended");
    expect(log.length).toBeLessThan(10);
  });

  it("makes nothing while the connection can take nothing, whatever is read from it", async () => {
    const log: string[] = [];
    let drain = () => {};
    const blocked = () => new Promise<void>((resolve) => (drain = resolve));
    const reader = textStream(
      numbers(10, log),
      { ...open, writable: blocked },
      vi.fn(),
    ).getReader();
    const first = reader.read();
    await new Promise((resolve) => setImmediate(resolve));
    expect(log).toEqual([]);
    drain();
    await first;
    expect(log).toEqual(["made 0"]);
    void reader.cancel();
    drain();
  });

  it("ends its source when the connection has given up", async () => {
    const log: string[] = [];
    const source = numbers(10, log);
    await source.next();
    const told = vi.fn();
    const stalled = new Error("took nothing");
    const connection = { ...open, writable: () => Promise.reject(stalled) };
    await expect(text(textStream(source, connection, told))).rejects.toBe(stalled);
    expect(told).toHaveBeenCalledWith(stalled);
    expect(log.at(-1)).toBe("ended");
  });

  it("breaks when its source fails, and says so", async () => {
    const failure = new Error("upstream gone");
    async function* failing() {
      yield await Promise.resolve("first");
      throw failure;
    }
    const told = vi.fn();
    await expect(text(textStream(failing(), open, told))).rejects.toBe(failure);
    expect(told).toHaveBeenCalledWith(failure);
  });
});

describe("texts that are sent", () => {
  it("come all, in their order", async () => {
    const sent: string[] = [];
    await sendTexts(numbers(3, []), open, (text) => sent.push(text));
    expect(sent).toEqual(["0;", "1;", "2;"]);
  });

  it("are made only when the connection can take them, and no more once it has closed", async () => {
    const log: string[] = [];
    const closing = new AbortController();
    let drain = () => {};
    const blocked = () => new Promise<void>((resolve) => (drain = resolve));
    const sending = sendTexts(
      numbers(10, log),
      { closed: closing.signal, writable: blocked },
      (text) => log.push(`sent ${text}`),
    );
    await new Promise(setImmediate);
    expect(log).toEqual([]);
    drain();
    await new Promise(setImmediate);
    expect(log).toEqual(["made 0", "sent 0;"]);
    closing.abort();
    drain();
    await sending;
    expect(log).toEqual(["made 0", "sent 0;", "ended"]);
  });

  it("fail with their source, and end it with the connection", async () => {
    async function* failing(): AsyncGenerator<string> {
      await Promise.reject(new Error("gone"));
    }
    await expect(sendTexts(failing(), open, vi.fn())).rejects.toThrow("gone");
    const log: string[] = [];
    const stalled = { ...open, writable: () => Promise.reject(new Error("stalled")) };
    await expect(sendTexts(numbers(3, log), stalled, vi.fn())).rejects.toThrow("stalled");
    expect(log).toEqual([]);
  });
});
