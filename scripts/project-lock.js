import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";

/** Only Linux has names of sockets that are no files: nothing is left of one when the last process has closed it. */
const NAMELESS = process.platform === "linux";

/**
 * Runs what installs or builds in the project's folder while no other process does so. The lock is a socket that one
 * process at a time can listen at, and the system closes it however that process ends.
 *
 * @template T
 * @param {(lock: number) => T | Promise<T>} run gets the socket's file descriptor, for children that go on when this
 *   process is killed: the lock is held for as long as one of them has it
 * @returns {Promise<T>}
 */
export async function withProjectLock(run) {
  const lock = await take();
  try {
    return await run(lock.fd);
  } finally {
    lock.release();
  }
}

async function take() {
  const address = lockAddress();
  for (let told = false; ; told = true) {
    const lock = await listen(address);
    if (lock !== null) return lock;
    if (!told) console.error("Another process installs or builds here. Waiting for it…");
    await whileHeld(address);
  }
}

function lockAddress() {
  if (NAMELESS) return `\0pulse ${createHash("sha256").update(process.cwd()).digest("hex")}`;
  mkdirSync(".cache", { recursive: true });
  return ".cache/lock";
}

/** @param {string} address @returns {Promise<{ fd: number, release: () => void } | null>} null while another listens */
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
    const socket = connect(address).resume().once("close", resolve);
    socket.on("error", (error) => {
      // A file that was left by a process that was killed.
      if (!NAMELESS && "code" in error && error.code === "ECONNREFUSED") rmSync(address);
    });
  });
}
