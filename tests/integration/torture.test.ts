import { expect, it } from "vitest";
import { haproxyMissing } from "../support/haproxy";
import { redisMissing } from "../support/redis-server";
import { check } from "../torture/checker";
import type { History } from "../torture/history";
import { createPlan } from "../torture/plan";
import { run } from "../torture/run";

it.skipIf(redisMissing || haproxyMissing)(
  "all promises to visitors hold, whatever fails",
  async () => {
    const history: History = [];
    // The short form of `npm run torture`, with one fault of each row.
    await run(createPlan(4, 40, 40), history, 4);
    expect(check(history)).toEqual([]);
    // An empty list of violations proves something only if enough happened and was observed.
    const text = JSON.stringify(history);
    const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
    expect(count(/"type":"request"/g)).toBeGreaterThan(200);
    expect(count(/"call":"send"[^}]*"answer":"ok"/g)).toBeGreaterThan(8);
    expect(count(/"call":"delete"[^}]*"answer":"ok"/g)).toBeGreaterThan(2);
    expect(count(/"trueAt":/g)).toBeGreaterThan(20);
    expect(text).toMatch(/"phones":\["\d/);
    expect(text).toMatch(/"marks":\["mark/);
    expect(text).toMatch(/"receipt":"DEL/);
  },
  300_000,
);
