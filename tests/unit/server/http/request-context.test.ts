import { describe, expect, it } from "vitest";
import {
  requestContext,
  requestIdUnderWay,
  withRequestContext,
  type RequestContext,
} from "server/http/request-context.server";
import { createLogger } from "server/logger.server";

const contextOf = (requestId: string): RequestContext => ({
  requestId,
  trace: { id: `trace of ${requestId}`, flags: "01" },
  nonce: "",
  network: "192.0.2.1",
  clientAddress: "203.0.113.9",
  https: false,
  secureCookies: false,
  closed: new AbortController().signal,
  writable: () => Promise.resolve(),
  allowFrame: () => undefined,
  allowOwnStyle: () => "",
});

describe("the context of a request", () => {
  it("is there for all that the request leads to, each its own", async () => {
    const askLater = async () => {
      await new Promise(setImmediate);
      return requestContext().requestId;
    };
    const both = ["one", "two"].map((id) => withRequestContext(contextOf(id), askLater));
    expect(await Promise.all(both)).toEqual(["one", "two"]);
  });

  it("is never made up outside of one", () => {
    expect(() => requestContext()).toThrow("no request");
    expect(requestIdUnderWay()).toBeUndefined();
  });
});

describe("a log line", () => {
  const written = (write: (logger: ReturnType<typeof createLogger>) => void) => {
    let text = "";
    write(createLogger("info", { write: (line) => (text += line) }));
    return JSON.parse(text) as Record<string, unknown>;
  };

  it("carries the id of the request it is written for", () => {
    const line = written((logger) =>
      withRequestContext(contextOf("one"), () => logger.warn("upstream")),
    );
    expect(line).toMatchObject({ requestId: "one", traceId: "trace of one", msg: "upstream" });
  });

  it("has none outside of one, but for a name that is given", () => {
    expect(written((logger) => logger.info("start"))).not.toHaveProperty("requestId");
    expect(written((logger) => logger.info({ requestId: "two" }, "end"))).toMatchObject({
      requestId: "two",
    });
  });
});
