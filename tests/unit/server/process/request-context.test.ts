import { expect, it } from "vitest";
import {
  sharedContext,
  requestContext,
  withRequestContext,
} from "server/process/request-context.server";
import { createLogger } from "server/process/logger.server";

it("a log line contains the id of the current request, or an explicitly given id", () => {
  const lines: object[] = [];
  const logger = createLogger("info", {
    write: (line) => lines.push(JSON.parse(line) as object),
  });
  withRequestContext(sharedContext("one"), () => logger.warn("upstream"));
  logger.info("start");
  logger.info({ requestId: "two" }, "end");
  expect(lines).toMatchObject([
    { requestId: "one", msg: "upstream" },
    { msg: "start" },
    { requestId: "two" },
  ]);
  expect(lines[1]).not.toHaveProperty("requestId");
  expect(() => requestContext()).toThrow("no request");
});
