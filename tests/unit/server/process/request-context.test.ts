import { expect, it } from "vitest";
import {
  sharedContext,
  newTrace,
  readTrace,
  requestContext,
  currentRequestIds,
  traceHeaders,
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
  expect(currentRequestIds()?.requestId).toBeUndefined();
});

it("a log line contains the id of the current request, or an explicitly given id", () => {
  const lines: object[] = [];
  const logger = createLogger("info", {
    write: (line) => lines.push(JSON.parse(line) as object),
  });
  const context = { ...sharedContext("one"), trace: { id: "a trace", flags: "01" } };
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

const ID = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";

it.each([
  [`00-${ID}-${PARENT}-01`, "01"],
  [`00-${ID}-${PARENT}-00`, "00"],
  // A future version of the header may have more fields.
  [`cc-${ID}-${PARENT}-01-what-the-future-will-be-like`, "01"],
])("the received traceparent %s is continued with a new parent id", (traceparent, flags) => {
  const trace = readTrace({ traceparent, tracestate: "vendor=1,other=2" });
  expect(trace).toEqual({ id: ID, flags, state: "vendor=1,other=2" });
  const headers = traceHeaders(trace ?? newTrace());
  expect(headers.traceparent).toMatch(new RegExp(`^00-${ID}-[0-9a-f]{16}-${flags}$`));
  expect(headers.traceparent).not.toContain(PARENT);
  expect(headers.tracestate).toBe("vendor=1,other=2");
});

it.each([
  undefined,
  `00-${"0".repeat(32)}-${PARENT}-01`,
  `00-${ID}-${"0".repeat(16)}-01`,
  `ff-${ID}-${PARENT}-01`,
  `00-${ID.toUpperCase()}-${PARENT}-01`,
  `00-${ID}-${PARENT}-01-more`,
  `00-${ID.slice(1)}-${PARENT}-01`,
])("the received traceparent %s is ignored", (traceparent) => {
  expect(readTrace({ traceparent })).toBeNull();
});

it("a received traceparent is continued without an invalid tracestate", () => {
  const traceparent = `00-${ID}-${PARENT}-01`;
  for (const tracestate of ["x".repeat(513), "a=\u0000", ""]) {
    expect(traceHeaders(readTrace({ traceparent, tracestate }) ?? newTrace())).not.toHaveProperty(
      "tracestate",
    );
  }
});

it("each trace has its own id, and each of its calls a new parent id", () => {
  const trace = newTrace();
  const parents = Array.from({ length: 100 }, () => traceHeaders(trace).traceparent);
  expect(new Set(parents).size).toBe(100);
  expect(readTrace({ traceparent: parents[0] })).toMatchObject({ id: trace.id, flags: "01" });
  expect(newTrace().id).not.toBe(trace.id);
});
