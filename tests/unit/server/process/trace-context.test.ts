import { describe, expect, it } from "vitest";
import { newTrace, readTrace, traceHeaders } from "server/process/trace-context.server";

const ID = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";

describe("a traceparent that came", () => {
  it.each([
    [`00-${ID}-${PARENT}-01`, "01"],
    [`00-${ID}-${PARENT}-00`, "00"],
    // A version to come may say more.
    [`cc-${ID}-${PARENT}-01-what-the-future-will-be-like`, "01"],
  ])("%s is continued under a number of our own", (traceparent, flags) => {
    const trace = readTrace({ traceparent, tracestate: "vendor=1,other=2" });
    expect(trace).toEqual({ id: ID, flags, state: "vendor=1,other=2" });
    const sent = traceHeaders(trace ?? newTrace());
    expect(sent.traceparent).toMatch(new RegExp(`^00-${ID}-[0-9a-f]{16}-${flags}$`));
    expect(sent.traceparent).not.toContain(PARENT);
    expect(sent.tracestate).toBe("vendor=1,other=2");
  });

  it.each([
    undefined,
    `00-${"0".repeat(32)}-${PARENT}-01`,
    `00-${ID}-${"0".repeat(16)}-01`,
    `ff-${ID}-${PARENT}-01`,
    `00-${ID.toUpperCase()}-${PARENT}-01`,
    `00-${ID}-${PARENT}-01-more`,
    `00-${ID.slice(1)}-${PARENT}-01`,
  ])("%s is not read", (traceparent) => {
    expect(readTrace({ traceparent })).toBeNull();
  });

  it("is continued without a tracestate that no header may hold", () => {
    const traceparent = `00-${ID}-${PARENT}-01`;
    for (const tracestate of ["x".repeat(513), "a=\u0000", ""]) {
      expect(traceHeaders(readTrace({ traceparent, tracestate }) ?? newTrace())).not.toHaveProperty(
        "tracestate",
      );
    }
  });
});

it("each trace and each call in it has a number of its own", () => {
  const trace = newTrace();
  const parents = Array.from({ length: 100 }, () => traceHeaders(trace).traceparent);
  expect(new Set(parents).size).toBe(100);
  expect(readTrace({ traceparent: parents[0] })).toMatchObject({ id: trace.id, flags: "01" });
  expect(newTrace().id).not.toBe(trace.id);
});
