import { expect, it } from "vitest";
import { limitRules, createLimits } from "server/limits/limits.server";
import { createLocalCounters } from "server/limits/counters.server";
import { createOperators } from "server/operations/operators.server";

const TOKEN = "a-metrics-token";
const { points } = limitRules.wrongToken;

function start(metricsToken: string | undefined, exposure: "open" | "loopback" | "closed") {
  const limits = createLimits(createLocalCounters());
  const operators = createOperators({ metricsToken, exposure }, limits);
  const requestOf = (authorization?: string, fromThisMachine = false) => {
    return { authorization, clientAddress: "192.0.2.1", fromThisMachine };
  };
  return { operators, requestOf };
}

it("operators are admitted with the token, even after many wrong tokens from their network", async () => {
  const { operators, requestOf } = start(TOKEN, "closed");
  const results = await Promise.all(
    Array.from({ length: points + 1 }, () => operators.check(requestOf("Bearer wrong"))),
  );
  expect(results.filter((answer) => answer === "stranger")).toHaveLength(points);
  expect(results.at(-1)).toMatchObject({ until: expect.any(Number) as number });
  const headers = [`Bearer ${TOKEN}`, `basic ${Buffer.from(`ops:${TOKEN}`).toString("base64")}`];
  const all = Array.from({ length: 2 * points }, (_, index) =>
    operators.check(requestOf(headers[index % 2])),
  );
  expect(new Set(await Promise.all(all))).toEqual(new Set(["operator"]));
});

it.each([
  ["open", false, "operator"],
  ["loopback", true, "operator"],
  ["loopback", false, "absent"],
  ["closed", true, "absent"],
] as const)(
  "without a configured token, exposure '%s' and a client on this machine (%s) give: %s",
  async (exposure, local, answer) => {
    const { operators, requestOf } = start(undefined, exposure);
    expect(await operators.check(requestOf(undefined, local))).toBe(answer);
    expect(await operators.checkToken(requestOf("Bearer undefined", local))).toBe("stranger");
    const guarded = start(TOKEN, exposure);
    expect(await guarded.operators.check(guarded.requestOf(undefined, local))).toBe("stranger");
  },
);
