import { expect, it } from "vitest";
import {
  sharedContext,
  requestContext,
  currentRequestId,
  withRequestContext,
} from "server/process/request-context.server";
import { createLogger } from "server/process/logger.server";

it("asynchronous work of a request keeps the context of that request", async () => {
  const askLater = async () => {
    await new Promise(setImmediate);
    return requestContext().requestId;
  };
  const both = ["one", "two"].map((id) => withRequestContext(sharedContext(id), askLater));
  expect(await Promise.all(both)).toEqual(["one", "two"]);
  expect(() => requestContext()).toThrow("no request");
  expect(currentRequestId()).toBeUndefined();
});

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
});
