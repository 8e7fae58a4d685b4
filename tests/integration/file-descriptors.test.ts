import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, it } from "vitest";
import { startBuiltServer, WITHOUT_UPSTREAM } from "../support/built-server";
import { rawRequest } from "../support/raw-request";

it("running out of file descriptors is logged once a minute, and only new connections are refused", async () => {
  const server = await startBuiltServer({
    env: { ...WITHOUT_UPSTREAM, LOG_LEVEL: "warn" },
    instead: {
      command: ["sh", "-c", `ulimit -n 128; exec "${process.execPath}" server/main.js`],
      cwd: process.cwd(),
    },
  });
  const { hostname, port } = new URL(server.url);
  const sockets: Socket[] = [];
  let closed = 0;
  for (let count = 0; count < 200; count += 1) {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined).once("close", () => (closed += 1));
    sockets.push(socket);
  }
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  const told = () =>
    server.lines.filter((line) => line.includes("file descriptors are running out"));
  await expect.poll(told).toHaveLength(1);
  expect(closed).toBeGreaterThan(50);
  expect(JSON.parse(told()[0] ?? "")).toMatchObject({ level: 40, limit: 128 });

  for (const socket of sockets) socket.destroy();
  await expect
    .poll(() => rawRequest(server.url, "/healthz").then(({ status }) => status, String))
    .toBe(200);
  const { body } = await rawRequest(server.url, "/metrics");
  expect(body).toMatch(/^process_open_fds \d+$/m);
  expect(body).toMatch(/^process_max_fds 128$/m);
  expect(told()).toHaveLength(1);
  await server.kill();
});
