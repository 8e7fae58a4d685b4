import { createHash } from "node:crypto";
import { once } from "node:events";
import { constants, mkdirSync } from "node:fs";
import { open } from "node:fs/promises";
import { connect, createServer } from "node:net";

/** @typedef {{ fd: number, release: () => unknown }} Lock */

/**
 * Runs a function that installs or builds in the project's folder, while no other process does so. The operating system
 * releases the lock however its holder ends.
 *
 * @template T
 * @param {(lock: number) => T | Promise<T>} run gets the lock's file descriptor, for children that continue when this
 *   process is killed: the lock is held for as long as one of them has the descriptor
 * @returns {Promise<T>}
 */
export async function withProjectLock(run) {
  const lock = await (process.platform === "linux" ? socketLock() : fileLock());
  try {
    return await run(lock.fd);
  } finally {
    await lock.release();
  }
}

function announceWait() {
  console.error("Another process installs or builds here. Waiting for it…");
}

/**
 * Uses an abstract socket, which only Linux has. It is not a file, and vanishes when the last process has closed it.
 *
 * @returns {Promise<Lock>} listens on a socket on which one process at a time can listen
 */
async function socketLock() {
  const address = `\0pulse ${createHash("sha256").update(process.cwd()).digest("hex")}`;
  for (let announced = false; ; announced = true) {
    const lock = await listen(address);
    if (lock !== null) return lock;
    if (!announced) announceWait();
    await untilReleased(address);
  }
}

/** Flag of open(2) on macOS and the BSDs, which locks the file like flock(2). Node has no constant for it. */
const O_EXLOCK = 0x20;

/** @returns {Promise<Lock>} locks a file, which remains after the lock is released */
async function fileLock() {
  mkdirSync(".cache", { recursive: true });
  const flags = constants.O_RDWR | constants.O_CREAT | O_EXLOCK;
  const file = await open(".cache/project.lock", flags | constants.O_NONBLOCK).catch((error) => {
    if (error.code !== "EAGAIN") throw error;
    announceWait();
    return open(".cache/project.lock", flags);
  });
  return { fd: file.fd, release: () => file.close() };
}

/** @param {string} address @returns {Promise<Lock | null>} null while another process listens */
async function listen(address) {
  /** @type {Set<import("node:net").Socket>} */
  const sockets = new Set();
  const server = createServer((socket) => sockets.add(socket));
  try {
    await once(server.listen(address), "listening");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return null;
    throw error;
  }
  return {
    // Node exposes the file descriptor of a socket nowhere else.
    fd: /** @type {{ _handle: { fd: number } }} */ (/** @type {unknown} */ (server))._handle.fd,
    release() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/**
 * @param {string} address
 * @returns {Promise<void>} resolves when the socket has been closed, or no process listens on it
 */
function untilReleased(address) {
  return new Promise((resolve) => {
    connect(address)
      .resume()
      .once("close", resolve)
      .on("error", () => undefined);
  });
}
