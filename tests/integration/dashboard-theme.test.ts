import { beforeAll, describe, expect, it } from "vitest";
import type { BuiltServer } from "../support/built-server";
import { rawRequest } from "../support/raw-request";
import { sharedServer } from "./shared-server";

const PATH = "/pulsescout/dashboard";

let server: BuiltServer;
beforeAll(async () => {
  server = await sharedServer();
});

const post = (path: string, type: string | undefined, body: string) =>
  rawRequest(server.url, path, {
    method: "POST",
    headers: type === undefined ? {} : { "content-type": type },
    body,
  });

const choose = (fields: Record<string, string>) =>
  post(
    `${PATH}/theme`,
    "application/x-www-form-urlencoded",
    new URLSearchParams(fields).toString(),
  );

describe("the choice of day or night", () => {
  it.each([
    `${PATH}?tab=driver`,
    `${PATH}?tab=trip&page=7&date=2025-08-19&country=C%C3%B4te+d%27Ivoire&filters=open`,
    `${PATH}?tab=trip&page=2&q=0xAb+%3F%26`,
    PATH,
  ])("leads back to %s", async (from) => {
    const { status, headers } = await choose({ theme: "night", from });
    expect(status).toBe(303);
    expect(headers.location).toBe(from);
    expect(headers["set-cookie"]).toMatchObject([expect.stringMatching(/^theme=night;/)]);
  });

  it("is remembered as the height of rows is, each in a cookie of its own", async () => {
    const form = "application/x-www-form-urlencoded";
    const from = `${PATH}?tab=trip&page=2`;
    const posted = (fields: Record<string, string>) =>
      post(`${PATH}/rows`, form, new URLSearchParams({ ...fields, from }).toString());
    const { status, headers } = await posted({ rows: "comfortable" });
    expect([status, headers.location]).toEqual([303, from]);
    expect(headers["set-cookie"]).toMatchObject([expect.stringMatching(/^rows=comfortable;/)]);
    for (const fields of [{ rows: "huge" }, { theme: "night" }, {}] as Record<string, string>[]) {
      expect((await posted(fields)).headers["set-cookie"] ?? []).toEqual([]);
    }
  });

  it("leads to the dashboard from anywhere else", async () => {
    for (const from of [
      "https://evil.test/",
      "//evil.test?tab=trip",
      "/\\evil",
      "javascript:alert(1)",
      `${PATH}.evil`,
      "/blogs?tab=trip",
      "",
      "?",
    ]) {
      const { status, headers } = await choose({ theme: "day", from });
      expect([from, status, headers.location]).toEqual([from, 303, PATH]);
    }
  });

  it("answers in few bytes, however much it is sent", async () => {
    const much = "\u{1F697}".repeat(5_000);
    for (const from of [
      `${PATH}?tab=trip&q=${much}`,
      `${PATH}?tab=trip&country=${much}`,
      `${PATH}?tab=trip&page=2&anything=${much}`,
      `${PATH}?${"a".repeat(60_000)}`,
    ]) {
      const { status, headers } = await choose({ theme: "night", from });
      expect(status).toBe(303);
      expect(headers.location?.length).toBeLessThan(3_000);
    }
    const kept = await choose({ theme: "day", from: `${PATH}?tab=trip&page=2&anything=${much}` });
    expect(kept.headers.location).toBe(`${PATH}?tab=trip&page=2`);
  });
});

describe.each([
  `${PATH}/theme`,
  `${PATH}/rows`,
  "/contactus?audience=individual",
  "/pulsescout/delete-user",
])("a body that is no form, posted to %s", (path) => {
  it.each([
    ["text/plain", "hello"],
    ["application/json", "{}"],
    ["multipart/form-data", "no boundary"],
    ["multipart/form-data; boundary=x", "--x no part"],
    [undefined, ""],
  ])("as %s is no error of ours and changes nothing", async (type, body) => {
    const { status, headers } = await post(path, type, body);
    expect(status).toBeGreaterThanOrEqual(300);
    expect(status).toBeLessThan(500);
    expect(headers["set-cookie"] ?? []).toEqual([]);
  });
});
