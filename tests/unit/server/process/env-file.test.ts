import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readEnvFile } from "server/process/env-file.server.js";

const folder = mkdtempSync(join(tmpdir(), "pulse-env-file-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(content: string | Buffer) {
  const path = join(folder, ".env");
  writeFileSync(path, content);
  return readEnvFile(path, ".env");
}

describe("an .env file", () => {
  it("keeps its first variable after a byte order mark", () => {
    const values = { APP_ENV: "production", PORT: "80" };
    expect(read("\uFEFFAPP_ENV=production\r\nPORT=80\r\n")).toEqual({ values, problems: [] });
  });

  it.each([
    ["UTF-16 with a byte order mark", Buffer.from("\uFEFFPORT=80\n", "utf16le")],
    ["UTF-16 without one", Buffer.from("PORT=80\n", "utf16le")],
    ["Latin-1", Buffer.from("SITE_NAME=Zoë\n", "latin1")],
  ])("in %s is rejected completely", (_name, content) => {
    const { values, problems } = read(content);
    expect(values).toEqual({});
    expect(problems).toEqual([expect.stringMatching(/^\.env: should be saved as UTF-8/)]);
  });

  it.each([
    ["A=secret#rest", ["A"]],
    ["A=#secret", ["A"]],
    ["export A = secret#rest # comment", ["A"]],
    ["A='secret#rest'\nB=\"secret#rest\"\nC=`secret#rest`", []],
    ["A=secret # comment\nB= # comment\n# C=secret#rest", []],
    ['A="quoted" # one#two', []],
  ])("reports names, but no values, of settings cut by a # in %j", (content, names) => {
    const { problems } = read(content);
    expect(problems.map((problem) => problem.split(": ")[0])).toEqual(names);
    expect(problems.join()).not.toContain("secret");
  });

  it("reports a line that is no variable and would be joined with the next line", () => {
    const { problems } = read("PORT=80\n\nsecret that was pasted\nHOST=::1\n");
    expect(problems).toEqual([".env: should hold NAME=value or a comment in line 3"]);
  });

  it("that cannot be read is reported as a problem, without an exception", () => {
    for (const path of [folder, join(folder, "none")]) {
      const problem = expect.stringMatching(/^\.env: cannot be read \(E/) as string;
      expect(readEnvFile(path, ".env")).toEqual({ values: {}, problems: [problem] });
    }
  });
});
