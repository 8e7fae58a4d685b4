import fc from "fast-check";
import { expect, it } from "vitest";
import { startBuiltServer } from "../support/built-server";
import { FaultyUpstream } from "../support/faulty-upstream";
import { HostileClient } from "./hostile-client";
import { FOUND, hostileRequest, type HostileRequest } from "./hostile-requests";
import { cpuCost } from "./server-cpu";

const WHOLE_PROOF = process.env.WHOLE_PROOF === "1";
const RUNS = Number(process.env.FUZZ_RUNS ?? 50);

/** A page that is made for one person. */
const PAGE: HostileRequest = { method: "GET", path: "/?x", headers: { Cookie: "toast=a" } };

/** A measurement, and so no part of `npm test`: `WHOLE_PROOF=1 npx vitest run tests/integration/hostile-costs.test.ts`. */
it.skipIf(!WHOLE_PROOF)(
  "the worst that is let in costs the server at most three times what a page costs",
  async () => {
    const upstream = await FaultyUpstream.start();
    const env = { ...upstream.settings, TRUST_PROXY: "1" };
    const server = await startBuiltServer({ env });
    const client = new HostileClient(server.url);
    for (let visit = 0; visit < 40; visit += 1) await client.send(PAGE);
    const plain = await cpuCost(server.url, () => client.send(PAGE), { rounds: 5 });
    let worst = { cost: 0, hostile: PAGE };

    await fc.assert(
      fc.asyncProperty(hostileRequest, async (hostile) => {
        const sendIt = () => client.send(hostile);
        let cost = await cpuCost(server.url, sendIt, { requests: 3 });
        if (cost > 2 * plain) cost = await cpuCost(server.url, sendIt, { rounds: 4 });
        if (cost > worst.cost) worst = { cost, hostile };
        expect(cost).toBeLessThan(3 * plain);
      }),
      {
        numRuns: FOUND.length + RUNS,
        examples: FOUND.map(({ path }) => [{ method: "GET", path, headers: {} }]),
      },
    );
    client.close();
    await server.kill();
    await upstream.stop();
    const { method, path, headers } = worst.hostile;
    const shown = JSON.stringify({ method, path, headers }).slice(0, 200);
    // eslint-disable-next-line no-console -- a figure for the documents
    console.log(
      `worst: ${(worst.cost / plain).toFixed(2)} of a page (${plain.toFixed(1)} ms), ${shown}`,
    );
  },
  20_000 * RUNS,
);
