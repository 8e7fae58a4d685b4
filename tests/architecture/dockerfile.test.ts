import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const [, , , image = ""] = readFileSync("Dockerfile", "utf8")
  .replaceAll("\\\n", "")
  .split(/^FROM .*$/m);

const namesIn = (file: string) => readFileSync(file, "utf8").split("\n").filter(Boolean);

it("the image contains the files of the deployment page, and neither sources nor secrets", () => {
  const copied = [...image.matchAll(/^COPY (?:--from=\w+ \/pulse\/)?(\S+) /gm)].map(
    ([, source = ""]) => source,
  );
  const direct = ["package.json", "public", "server/main.js"];
  expect(copied.sort()).toEqual(["build", "node_modules", ...direct]);
  for (const name of direct) expect(existsSync(name), name).toBe(true);
  const ignored = namesIn(".dockerignore");
  for (const name of ignored) expect(name).not.toMatch(/[*!/\s]/);
  // Files that git ignores are generated on this machine, or secret.
  const gitIgnored = namesIn(".gitignore").map((name) => name.split("/").find(Boolean));
  expect(ignored).toEqual(expect.arrayContaining(gitIgnored));
});

it.each(["", '"', "'"])("the image's health check works with %s around the port", async (quote) => {
  let status = 200;
  const server = createServer(({ url }, response) => {
    response.writeHead(url === "/readyz" ? status : 404).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // not a pipe, so never a string or null
  const [, command = ""] = /^HEALTHCHECK .*?CMD (.*)$/m.exec(image) ?? [];
  const [program = "", ...args] = JSON.parse(command) as string[];
  const env = { NODE_ENV: "production", PORT: quote + port + quote } as const;
  const run = () => promisify(execFile)(program, args, { env });
  // Rejects with any other exit status than 0.
  await run();
  status = 503;
  await expect(run()).rejects.toMatchObject({ code: 1 });
  server.close();
});
