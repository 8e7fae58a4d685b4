import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { createMetrics } from "server/operations/metrics.server";
import { answerOperation, type Health } from "server/operations/operations.server";

const TOKEN = "a-metrics-token";

const state: Health = {
  build: "b1",
  commit: null,
  status: "ready",
  dependencies: [],
  selfTest: { ranAt: 0, checks: [{ name: "trips", ok: false, ms: 1, error: "quoted" }] },
};

interface Asked {
  token?: string | undefined;
  isOpen?: boolean;
  authorization?: string | undefined;
  fromThisMachine?: boolean;
}

/** The status of `/metrics`, and whether `/readyz` shows the texts of upstreams. */
async function ask({ token, isOpen = false, authorization, fromThisMachine = false }: Asked) {
  const answer = async (path: "/metrics" | "/readyz") => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    let body = "";
    response.end = (text?: unknown) => {
      body = String(text);
      return response;
    };
    await answerOperation(
      path,
      { headers: { authorization } },
      response,
      {
        health: () => state,
        metrics: createMetrics({ process: false }),
        settings: { metricsToken: token, isOpen },
      },
      { fromThisMachine },
    );
    return { status: response.statusCode, body };
  };
  const [metrics, ready] = [await answer("/metrics"), await answer("/readyz")];
  return [metrics.status, ready.body.includes("quoted")];
}

it.each([
  [`Bearer ${TOKEN}`, true],
  [`bearer  ${TOKEN} `, true],
  ["Bearer a-metrics-tokeN", false],
  [`Basic ${btoa(`ops:${TOKEN}`)}`, false],
  [TOKEN, false],
  [undefined, false],
])(
  "with a token configured, a request with the authorization %j is admitted: %s",
  async (authorization, admitted) => {
    const asked = { token: TOKEN, isOpen: true, fromThisMachine: true, authorization };
    expect(await ask(asked)).toEqual([admitted ? 200 : 401, admitted]);
  },
);

it.each([
  [true, false, 200],
  [false, true, 200],
  [false, false, 404],
])(
  "without a token, open to everybody (%s) and asked from this machine (%s), the metrics answer %s",
  async (isOpen, fromThisMachine, status) => {
    const asked = { isOpen, fromThisMachine, authorization: "Bearer undefined" };
    expect(await ask(asked)).toEqual([status, false]);
  },
);
