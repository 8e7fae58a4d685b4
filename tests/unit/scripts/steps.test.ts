import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runSteps, type Step } from "../../../scripts/steps.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "steps-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A step that is a piece of CommonJS. */
function step(name: string, code: string, more: Partial<Step> = {}): Step {
  return { name, command: ["-e", code], alone: `npm run ${name}`, ...more };
}

describe("steps", () => {
  beforeEach(() => void vi.spyOn(console, "log").mockReturnValue());
  afterEach(() => vi.restoreAllMocks());

  const outcomes = async (steps: Step[]) => {
    const results = await runSteps(steps, new AbortController().signal, 2);
    return results.map(({ step: { name }, outcome }) => `${name} ${outcome}`);
  };
  const file = (name: string) => JSON.stringify(join(folder, name));
  const makes = (name: string) => `fs.mkdirSync(${file(name)})`;
  const waitsFor = (name: string) =>
    `setInterval(() => fs.existsSync(${file(name)}) && process.exit(), 10)`;
  const wants = (name: string) => `fs.statSync(${file(name)})`;

  it("run side by side when there are cores for them", async () => {
    const steps = [step("waits", waitsFor("made")), step("makes", makes("made"))];
    expect((await outcomes(steps)).sort()).toEqual(["makes passed", "waits passed"]);
  });

  it("wait for cores, but not behind one that has to wait for more of them", async () => {
    const steps = [
      step("small", waitsFor("made")),
      step("large", wants("made"), { cores: 2 }),
      step("last", makes("made")),
    ];
    expect((await outcomes(steps)).sort()).toEqual(["large passed", "last passed", "small passed"]);
  });

  it("run by themselves when they want more cores than there are", async () => {
    expect(await outcomes([step("huge", "", { cores: 64 })])).toEqual(["huge passed"]);
  });

  it("run after what they need, and not at all when that has failed", async () => {
    const steps = [
      step("build", makes("built")),
      step("tests", wants("built"), { needs: ["build"] }),
      step("broken", "process.exit(3)"),
      step("other tests", "", { needs: ["build", "broken"] }),
      step("their report", "", { needs: ["other tests"] }),
    ];
    const ended = await outcomes(steps);
    expect(ended.sort()).toEqual([
      "broken failed",
      "build passed",
      "other tests not run",
      "tests passed",
      "their report not run",
    ]);
  });
});

describe("a process that a step has started", () => {
  let server: Server;
  beforeEach(async () => {
    server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterEach(() => server.close());

  /** Runs, as a process of its own, a step that starts another process, which connects to this test and stays. */
  function start(onceConnected: string) {
    const { port } = server.address() as AddressInfo; // not a pipe, so never a string or null
    const stays = `net.connect(${port}, "127.0.0.1", () => process.send("connected"))`;
    // A group of its own, as browsers have; where there is no /proc those are not found.
    const options = `{ detached: ${process.platform === "linux"}, stdio: ["ignore", "inherit", "inherit", "ipc"] }`;
    const starts = `
      fs.mkdtempSync(os.tmpdir() + "/left-");
      const child = child_process.spawn(process.execPath, ["-e", ${JSON.stringify(stays)}], ${options});
      child.once("message", () => { ${onceConnected} });`;
    const steps = [step("starts", starts), step("next", "")];
    const program = `
      import { runAndReport } from ${JSON.stringify(join(process.cwd(), "scripts/run-and-report.js"))};
      await runAndReport(${JSON.stringify(steps)});`;
    const runner = spawn(process.execPath, ["--input-type=module", "-e", program], {
      env: { ...process.env, TMPDIR: folder },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const closed = once(server, "connection").then(([socket]: Socket[]) =>
      once(socket?.on("error", () => undefined).resume() as Socket, "close"),
    );
    return { runner, closed, output: text(runner.stdout), exited: once(runner, "exit") };
  }

  it("ends with the step, with its files", async () => {
    const { closed, output, exited } = start("process.exit()");
    await closed;
    expect(await exited).toEqual([0, null]);
    expect(await output).toMatch(/\n2 passed, 0 failed\n$/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("ends with the whole run at %s, with its files", async (signal, status) => {
    const { runner, closed, output, exited } = start("");
    await once(server, "connection");
    runner.kill(signal);
    runner.kill(signal); // npm sends on what the terminal has sent already
    expect(await exited).toEqual([status, null]);
    await closed;
    expect(await output).toMatch(/Interrupted\.\n$/);
    expect(readdirSync(folder)).toEqual([]);
  });
});
