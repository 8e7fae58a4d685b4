import { createHash } from "node:crypto";
import { once } from "node:events";
import { constants, mkdirSync } from "node:fs";
import { open } from "node:fs/promises";
import { connect, createServer } from "node:net";

/** @typedef {{ fd: number, release: () => unknown }} Lock */

/**
 * Runs what installs or builds in the project's folder while no other process does so. The system takes the lock back
 * however the process that has it ends.
 *
 * @template T
 * @param {(lock: number) => T | Promise<T>} run gets the lock's file descriptor, for children that go on when this
 *   process is killed: the lock is held for as long as one of them has it
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

function tellOfWait() {
  console.error("Another process installs or builds here. Waiting for it…");
}

/**
 * Only Linux has names of sockets that are no files: nothing is left of one when the last process has closed it.
 *
 * @returns {Promise<Lock>} listens at a socket at which one process at a time can listen
 */
async function socketLock() {
  const address = `\0pulse ${createHash("sha256").update(process.cwd()).digest("hex")}`;
  for (let told = false; ; told = true) {
    const lock = await listen(address);
    if (lock !== null) return lock;
    if (!told) tellOfWait();
    await whileHeld(address);
  }
}

/** Locks a file in the same step that opens it, as flock(2) does: open(2) of macOS and the BSDs, no constant of Node's. */
const O_EXLOCK = 0x20;

/** @returns {Promise<Lock>} has a file locked, which stays when the lock is gone */
async function fileLock() {
  mkdirSync(".cache", { recursive: true });
  const flags = constants.O_RDWR | constants.O_CREAT | O_EXLOCK;
  const file = await open(".cache/project.lock", flags | constants.O_NONBLOCK).catch((error) => {
    if (error.code !== "EAGAIN") throw error;
    tellOfWait();
    return open(".cache/project.lock", flags);
  });
  return { fd: file.fd, release: () => file.close() };
}

/** @param {string} address @returns {Promise<Lock | null>} null while another listens */
async function listen(address) {
  /** @type {Set<import("node:net").Socket>} */
  const waiting = new Set();
  const server = createServer((socket) => waiting.add(socket));
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
      for (const socket of waiting) socket.destroy();
    },
  };
}

/**
 * @param {string} address
 * @returns {Promise<void>} resolves when the socket has been closed, or nobody listens there
 */
function whileHeld(address) {
  return new Promise((resolve) => {
    connect(address)
      .resume()
      .once("close", resolve)
      .on("error", () => undefined);
  });
}
