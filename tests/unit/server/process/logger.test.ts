import { expect, it, vi } from "vitest";
import { logConsoleLines, logError } from "server/process/logger.server";

type Log = (fields: unknown) => void;

const logged = (error: unknown) => {
  const logger = { info: vi.fn<Log>(), error: vi.fn<Log>() };
  logError(logger, error);
  return { ...logger, fields: (logger.error.mock.lastCall ?? logger.info.mock.lastCall)?.[0] };
};

it("an answer of the router's is told by its status alone", () => {
  const path = 'You made a POST request to "/somewhere"';
  const answer = { status: 405, statusText: "Method Not Allowed", internal: true, data: path };
  const { info, error, fields } = logged(answer);
  expect(fields).toEqual({ status: 405, statusText: "Method Not Allowed" });
  expect(info).toHaveBeenCalledOnce();
  expect(error).not.toHaveBeenCalled();
  expect(logged({ ...answer, status: 503 }).error).toHaveBeenCalledOnce();
});

it("an error of ours is logged with its stack, and nothing of an object that is thrown", () => {
  const { error, fields } = logged(new TypeError("broken"));
  expect(error).toHaveBeenCalledOnce();
  const stack = expect.stringContaining("logger.test") as string;
  expect(fields).toMatchObject({ name: "TypeError", message: "broken", stack });
  for (const thrown of [null, undefined, 42, "text", { phone: "+919000000001" }, [1]]) {
    const other = logged(thrown);
    expect(other.error).toHaveBeenCalledOnce();
    expect(JSON.stringify(other.fields)).not.toContain("+91");
  }
});

it("what is printed becomes a line, bounded, without a referral code", () => {
  const logger = { warn: vi.fn<Log>(), error: vi.fn<Log>() };
  const printer = { warn: () => {}, error: () => {} } as Pick<Console, "warn" | "error">;
  logConsoleLines(logger, printer);
  printer.warn("The URL path %s of something\nis odd", '"/ref/%ff"');
  printer.error();
  expect(logger.error).not.toHaveBeenCalled();
  printer.error(new Error("broken"), "x".repeat(10_000));
  expect(logger.warn.mock.lastCall?.[0]).toEqual({
    printed: 'The URL path "/ref/*" of something\nis odd',
  });
  const { printed } = logger.error.mock.lastCall?.[0] as { printed: string };
  expect(printed).toMatch(/^Error: broken\n/);
  expect(printed.length).toBeLessThanOrEqual(2_000);
});
