import { expect, it } from "vitest";
import { hasMetricsToken, metricsRefusal } from "server/operations/metrics-access.server";

const TOKEN = "a-metrics-token";

it.each([
  [`Bearer ${TOKEN}`, true],
  [`bearer  ${TOKEN} `, true],
  ["Bearer a-metrics-tokeN", false],
  [`Basic ${btoa(`ops:${TOKEN}`)}`, false],
  [TOKEN, false],
  [undefined, false],
])(
  "with a token configured, a request with the authorization %j is admitted: %s",
  (authorization, admitted) => {
    const settings = { metricsToken: TOKEN, exposure: "open" } as const;
    const caller = { authorization, fromThisMachine: true };
    expect(hasMetricsToken(settings, caller)).toBe(admitted);
    expect(metricsRefusal(settings, caller)).toBe(admitted ? null : 401);
  },
);

it.each([
  ["open", false, null],
  ["loopback", true, null],
  ["loopback", false, 404],
] as const)(
  "without a token, exposure '%s' and a client on this machine (%s) give the refusal %s",
  (exposure, fromThisMachine, refusal) => {
    const settings = { metricsToken: undefined, exposure };
    expect(metricsRefusal(settings, { authorization: undefined, fromThisMachine })).toBe(refusal);
    const guess = { authorization: "Bearer undefined", fromThisMachine };
    expect(hasMetricsToken(settings, guess)).toBe(false);
  },
);
