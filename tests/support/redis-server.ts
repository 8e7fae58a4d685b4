import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { programPath } from "./program-path";
import { freePort } from "./free-port";
import { startProgram, type Program } from "./program";

const program = programPath("redis");

/** Whether tests that need Redis are skipped. */
export const redisMissing = program === null;

/** How long a test waits for a Redis, or for the servers that use it. */
export const WITHIN = { timeout: 60_000, interval: 20 };

/** A real Redis without persistence that keeps its port over restarts. */
export class RedisServer {
  #process: Program | null = null;
  readonly #folder = mkdtempSync(join(tmpdir(), "pulse-redis-"));

  private constructor(readonly port: number) {}

  static async start(...settings: string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.startAgain(...settings);
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Resolves when the server accepts connections. */
  async startAgain(...settings: string[]): Promise<void> {
    if (program === null) throw new Error("There is no redis-server.");
    const always = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    const args = ["--port", String(this.port), "--dir", this.#folder, ...always, ...settings];
    this.#process = await startProgram(program, args, { env: {} }, /Ready to accept connections/);
  }

  /** Sends SIGKILL: ends the server like a power cut. */
  async kill(): Promise<void> {
    await this.#process?.end("SIGKILL");
    this.#process = null;
  }

  /** Stops the process: it answers nothing, like a machine that swaps. */
  freeze(): void {
    this.#process?.child.kill("SIGSTOP");
  }

  thaw(): void {
    this.#process?.child.kill("SIGCONT");
  }

  async command(name: string, ...args: (string | number)[]): Promise<unknown> {
    const client = new Redis(this.url);
    try {
      return await client.call(name, ...args);
    } finally {
      client.disconnect();
    }
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
