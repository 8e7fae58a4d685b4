import { expect, it } from "vitest";
import { limitRules, createLimits } from "server/limits/limits.server";
import { createLocalCounters } from "server/limits/counters.server";
import { createOperators } from "server/operations/operators.server";

const TOKEN = "a-metrics-token";
const { points } = limitRules.wrongToken;

function start(metricsToken: string | undefined, exposure: "open" | "loopback" | "closed") {
  const limits = createLimits(createLocalCounters());
  const operators = createOperators({ metricsToken, exposure }, limits);
  const claim = (authorization?: string, fromThisMachine = false) => {
    return { authorization, clientAddress: "192.0.2.1", fromThisMachine };
  };
  return { operators, claim };
}

it("operators get in with the token, however many wrong ones come from their network", async () => {
  const { operators, claim } = start(TOKEN, "closed");
  const wrong = await Promise.all(
    Array.from({ length: points + 1 }, () => operators.check(claim("Bearer wrong"))),
  );
  expect(wrong.filter((answer) => answer === "stranger")).toHaveLength(points);
  expect(wrong.at(-1)).toMatchObject({ until: expect.any(Number) as number });
  const right = [`Bearer ${TOKEN}`, `basic ${Buffer.from(`ops:${TOKEN}`).toString("base64")}`];
  const all = Array.from({ length: 2 * points }, (_, index) =>
    operators.check(claim(right[index % 2])),
  );
  expect(new Set(await Promise.all(all))).toEqual(new Set(["operator"]));
});

it.each([
  ["open", false, "operator"],
  ["loopback", true, "operator"],
  ["loopback", false, "absent"],
  ["closed", true, "absent"],
] as const)(
  "operators need no token where everything is %s (same machine: %s): %s",
  async (exposure, local, answer) => {
    const { operators, claim } = start(undefined, exposure);
    expect(await operators.check(claim(undefined, local))).toBe(answer);
    expect(await operators.checkToken(claim("Bearer undefined", local))).toBe("stranger");
    const guarded = start(TOKEN, exposure);
    expect(await guarded.operators.check(guarded.claim(undefined, local))).toBe("stranger");
  },
);
