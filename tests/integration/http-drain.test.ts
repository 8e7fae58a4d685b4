import { describe, it } from "vitest";
import { startBuiltServer } from "../support/built-server";
import { startBusyClients } from "./busy-clients";

/** Heavy pages, light ones and files. */
const PATHS = ["/pulsescout/dashboard", "/privacyandpolicy-app", "/favicon.svg", "/_root.data"];

describe.each(["main", "remix-serve"] as const)(
  "TERM while 50 clients are busy, under %s",
  (under) => {
    it("cuts no request that was sent", async ({ expect }) => {
      const server = await startBuiltServer({ under, env: { LOG_LEVEL: "warn" } });
      const clients = startBusyClients(server.url, 50, PATHS);
      await expect.poll(() => clients.answered(), { timeout: 40_000 }).toBeGreaterThan(20);
      expect(await server.stop()).toBe(0);
      await clients.refused;
      expect(clients.broken).toEqual([]);
    }, 60_000);
  },
);
