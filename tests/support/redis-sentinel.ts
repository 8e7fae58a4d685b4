import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { programPath } from "../../scripts/test-programs.js";
import { freePort } from "./free-port";
import type { RedisServer } from "./redis-server";

/** What it calls the primary that it watches. */
export const PRIMARY = "pulse";

/** A real sentinel that watches a primary and makes its replica the primary soon after that has died. */
export class RedisSentinel {
  readonly #listening: Redis[] = [];

  private constructor(
    readonly port: number,
    readonly client: Redis,
    readonly end: () => Promise<void>,
  ) {}

  async stop(): Promise<void> {
    for (const client of [this.client, ...this.#listening]) client.disconnect();
    await this.end();
  }

  /** Resolves when it knows the primary's replica. */
  static async start(
    primary: RedisServer,
    passwords: { primary: string; sentinel: string },
  ): Promise<RedisSentinel> {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), "pulse-sentinel-"));
    const file = join(folder, "sentinel.conf");
    const settings = [
      `port ${port}`,
      "bind 127.0.0.1",
      `requirepass ${passwords.sentinel}`,
      `sentinel monitor ${PRIMARY} 127.0.0.1 ${primary.port} 1`,
      `sentinel auth-pass ${PRIMARY} ${passwords.primary}`,
      `sentinel down-after-milliseconds ${PRIMARY} 500`,
      // A failover that found no replica fit for it is tried again after twice that, by default after six minutes.
      `sentinel failover-timeout ${PRIMARY} 5000`,
    ];
    writeFileSync(file, settings.join("\n"));
    const child = spawn(programPath("redis") ?? "", [file, "--sentinel"], { stdio: "ignore" });
    const client = new Redis({ port, password: passwords.sentinel, maxRetriesPerRequest: null });
    client.on("error", () => undefined);
    return new RedisSentinel(port, client, async () => {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    });
  }

  /** The replicas that it knows to be in step. */
  async replicas(): Promise<number> {
    const answer = (await this.client.call("SENTINEL", "REPLICAS", PRIMARY)) as string[][];
    const said = (fields: string[], name: string) => fields[fields.indexOf(name) + 1];
    // Of one that is gone it goes on saying what it last knew.
    return answer.filter(
      (fields) => said(fields, "master-link-status") === "ok" && said(fields, "flags") === "slave",
    ).length;
  }

  /** The port of the server that it takes for the primary. */
  async primaryPort(): Promise<number> {
    const address = await this.client.call("SENTINEL", "GET-MASTER-ADDR-BY-NAME", PRIMARY);
    return Number((address as string[])[1]); // host and port
  }

  /** Hears of every other server that becomes the primary, until it is stopped. */
  async onNewPrimary(hear: () => void): Promise<void> {
    // A connection that listens can ask for nothing.
    const listening = this.client.duplicate();
    this.#listening.push(listening);
    listening.on("error", () => undefined);
    listening.on("message", hear);
    await listening.subscribe("+switch-master");
  }
}
