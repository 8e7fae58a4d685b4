import { expect, it } from "vitest";
import { startBuiltServer, WITHOUT_UPSTREAM, type BuiltServer } from "../support/built-server";
import { rawRequest } from "../support/raw-request";

/** Asks for files until a line of the log has been dropped; each is answered. */
async function askUntilDropped({ url }: BuiltServer): Promise<void> {
  const dropped = async () => {
    const asked = Array.from({ length: 50 }, () => rawRequest(url, "/favicon.svg"));
    for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
    const { body } = await rawRequest(url, "/metrics");
    return Number(/^log_lines_dropped_total (\d+)$/m.exec(body)?.[1]);
  };
  await expect.poll(dropped).toBeGreaterThan(0);
}

it("with a full log disk requests are answered, and TERM still drains", async () => {
  const server = await startBuiltServer({ env: WITHOUT_UPSTREAM, fullDisk: true });
  await askUntilDropped(server);
  expect(await server.stop()).toBe(0);
});

it("with a log reader that is stuck, and then gone, requests are answered, and TERM still drains", async () => {
  const server = await startBuiltServer({ env: WITHOUT_UPSTREAM });
  const { stdout } = server.child;
  stdout?.pause();
  // More than a pipe and this process' buffer hold.
  for (let asked = 0; asked < 600; asked += 50) {
    await Promise.all(Array.from({ length: 50 }, () => rawRequest(server.url, "/favicon.svg")));
  }
  expect((await rawRequest(server.url, "/healthz")).status).toBe(200);
  stdout?.destroy();
  await askUntilDropped(server);
  expect(await server.stop()).toBe(0);
});
