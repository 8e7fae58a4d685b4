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

  it("reports a variable that is set twice, without its value", () => {
    const { problems } = read("A=secret\n# A=1\nB=2\nexport A = other\n");
    expect(problems).toEqual(["A: is set twice in .env"]);
  });

  it("that cannot be read is reported as a problem, without an exception", () => {
    for (const path of [folder, join(folder, "none")]) {
      const problem = expect.stringMatching(/^\.env: cannot be read \(E/) as string;
      expect(readEnvFile(path, ".env")).toEqual({ values: {}, problems: [problem] });
    }
  });
});
