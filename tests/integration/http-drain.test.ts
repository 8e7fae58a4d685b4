import { describe, it } from "vitest";
import { startBuiltServer } from "../support/built-server";
import { startBusyClients } from "./busy-clients";

/** Heavy pages, light ones and files. */
const PATHS = ["/pulsescout/dashboard", "/privacyandpolicy-app", "/favicon.svg", "/_root.data"];

/** Gives the server four times as long for its last answers as an orchestrator does: a busy machine may need it. */
const PATIENCE = `
  const { setTimeout: start } = globalThis;
  const patient = (run, ms, ...args) => start(run, ms > 5000 ? ms * 4 : ms, ...args);
  globalThis.setTimeout = Object.defineProperties(patient, Object.getOwnPropertyDescriptors(start));
`;

describe.each(["main", "remix-serve"] as const)(
  "TERM while 50 clients are busy, under %s",
  (under) => {
    it("cuts no request that was sent", async ({ expect }) => {
      const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(PATIENCE)}`;
      const server = await startBuiltServer({ under, env: { LOG_LEVEL: "warn", NODE_OPTIONS } });
      const clients = startBusyClients(server.url, 50, PATHS);
      await expect.poll(() => clients.answered()).toBeGreaterThan(20);
      expect(await server.stop()).toBe(0);
      await clients.refused;
      expect(clients.broken).toEqual([]);
    });
  },
);
