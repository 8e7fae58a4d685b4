import { expect, it } from "vitest";
import {
  impersonalContext,
  requestContext,
  requestIdUnderWay,
  withRequestContext,
} from "server/process/request-context.server";
import { createLogger } from "server/process/logger.server";

it("everything that a request leads to has its own context", async () => {
  const askLater = async () => {
    await new Promise(setImmediate);
    return requestContext().requestId;
  };
  const both = ["one", "two"].map((id) => withRequestContext(impersonalContext(id), askLater));
  expect(await Promise.all(both)).toEqual(["one", "two"]);
  expect(() => requestContext()).toThrow("no request");
  expect(requestIdUnderWay()).toBeUndefined();
});

it("a log line carries the id of the request it is written for, or the one it is given", () => {
  const lines: object[] = [];
  const logger = createLogger("info", {
    write: (line) => lines.push(JSON.parse(line) as object),
  });
  const context = { ...impersonalContext("one"), trace: { id: "a trace", flags: "01" } };
  withRequestContext(context, () => logger.warn("upstream"));
  logger.info("start");
  logger.info({ requestId: "two" }, "end");
  expect(lines).toMatchObject([
    { requestId: "one", traceId: "a trace", msg: "upstream" },
    { msg: "start" },
    { requestId: "two" },
  ]);
  expect(lines[1]).not.toHaveProperty("requestId");
});
