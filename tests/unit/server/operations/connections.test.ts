import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { expect, it, vi } from "vitest";
import { watchConnections } from "server/operations/connections.server";

it("an upstream that takes no connection is known, counted and logged once, and so is its return", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // not a pipe, so never a string or null
  const logger = { info: vi.fn(), warn: vi.fn() };
  const onFailure = vi.fn();
  const url = `http://127.0.0.1:${port}/api/auth`;
  const auth = () => Promise.resolve(url);
  const { checks, states } = watchConnections({ auth }, 1_000, logger, onFailure);
  await checks.auth?.();
  expect(states.auth).toMatchObject({ ok: true });
  server.close();
  await once(server, "close");
  for (let tries = 0; tries < 2; tries += 1) {
    await expect(checks.auth?.()).rejects.toMatchObject({ kind: "connection", sent: false });
  }
  expect(states.auth).toMatchObject({ ok: false, cause: "ECONNREFUSED" });
  expect(onFailure).toHaveBeenCalledTimes(2);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  await checks.auth?.();
  server.close();
  expect([logger.warn.mock.calls.length, logger.info.mock.calls.length]).toEqual([1, 1]);
});
