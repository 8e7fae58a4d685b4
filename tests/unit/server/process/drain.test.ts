import { createServer, IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, it, vi } from "vitest";
import { createDrain, DEADLINE_MS } from "server/process/drain.server";
import { createLogger } from "server/process/logger.server";

it("a process with open requests ends in time, and a signal that npm forwards changes nothing", () => {
  vi.useFakeTimers();
  const leave = vi.fn();
  const drain = createDrain(createLogger("silent"), leave);
  drain.watch(createServer(), new Set([new ServerResponse(new IncomingMessage(new Socket()))]));
  drain.begin(1_000);
  drain.begin(0);
  vi.advanceTimersByTime(1_000 + DEADLINE_MS - 1);
  expect([drain.signal.aborted, leave.mock.calls.length]).toEqual([true, 0]);
  vi.advanceTimersByTime(1);
  expect(leave).toHaveBeenCalledExactlyOnceWith(1);
});
