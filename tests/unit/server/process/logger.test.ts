import { expect, it, vi } from "vitest";
import { logConsoleLines, logError } from "server/process/logger.server";

type Log = (fields: unknown) => void;

const logErrorOf = (error: unknown) => {
  const logger = { info: vi.fn<Log>(), error: vi.fn<Log>() };
  logError(logger, error);
  return { ...logger, fields: (logger.error.mock.lastCall ?? logger.info.mock.lastCall)?.[0] };
};

it("an error response of the router is logged with its status only", () => {
  const path = 'You made a POST request to "/somewhere"';
  const response = { status: 405, statusText: "Method Not Allowed", internal: true, data: path };
  const { info, error, fields } = logErrorOf(response);
  expect(fields).toEqual({ status: 405, statusText: "Method Not Allowed" });
  expect(info).toHaveBeenCalledOnce();
  expect(error).not.toHaveBeenCalled();
  expect(logErrorOf({ ...response, status: 503 }).error).toHaveBeenCalledOnce();
});

it("an error is logged with its stack, and another thrown value without its content", () => {
  const { error, fields } = logErrorOf(new TypeError("broken"));
  expect(error).toHaveBeenCalledOnce();
  const stack = expect.stringContaining("logger.test") as string;
  expect(fields).toMatchObject({ name: "TypeError", message: "broken", stack });
  for (const thrown of [null, undefined, 42, "text", { phone: "+919000000001" }, [1]]) {
    const log = logErrorOf(thrown);
    expect(log.error).toHaveBeenCalledOnce();
    expect(JSON.stringify(log.fields)).not.toContain("+91");
  }
});

it("console output becomes a log line of limited length without a referral code", () => {
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
  const [{ printed }] = logger.error.mock.lastCall as [{ printed: string }];
  expect(printed).toMatch(/^Error: broken\n/);
  expect(printed.length).toBeLessThanOrEqual(2_000);
});
