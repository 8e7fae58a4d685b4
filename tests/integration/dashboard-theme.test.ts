import { expect, it } from "vitest";
import { rawRequest } from "../support/raw-request";
import { sharedServer } from "./shared-server";

const PATH = "/pulsescout/dashboard";

const server = await sharedServer();

const post = (path: string, type: string, body: string) =>
  rawRequest(server.url, path, { method: "POST", headers: { "content-type": type }, body });

const choose = (fields: { theme: string; from: string }) =>
  post(
    `${PATH}/theme`,
    "application/x-www-form-urlencoded",
    new URLSearchParams(fields).toString(),
  );

it("the theme is stored in a cookie, and the response redirects to the view", async () => {
  const view = `${PATH}?tab=trip&page=7&date=2025-08-19&country=C%C3%B4te+d%27Ivoire`;
  const theme = await choose({ theme: "night", from: view });
  expect([theme.status, theme.headers.location]).toEqual([303, view]);
  expect(theme.headers["set-cookie"]).toMatchObject([
    expect.stringMatching(/^__Host-theme=night;/),
  ]);
});

it("a choice with any other return address redirects to the dashboard", async () => {
  for (const from of [
    "https://evil.test/",
    "//evil.test?tab=trip",
    "/\\evil",
    "javascript:alert(1)",
    `${PATH}.evil`,
    "/blogs?tab=trip",
    "",
  ]) {
    const { status, headers } = await choose({ theme: "day", from });
    expect([from, status, headers.location]).toEqual([from, 303, PATH]);
  }
});

it.each([`${PATH}/theme`, "/contactus?audience=individual", "/pulsescout/delete-user"])(
  "a body that is not a form, posted to %s, causes no server error and sets no cookie",
  async (path) => {
    for (const [type, body] of [
      ["application/json", "{}"],
      ["multipart/form-data", "no boundary"],
      ["multipart/form-data; boundary=x", "--x no part"],
    ] as const) {
      const { status, headers } = await post(path, type, body);
      expect(status).toBeGreaterThanOrEqual(300);
      expect(status).toBeLessThan(500);
      expect(headers["set-cookie"] ?? []).toEqual([]);
    }
  },
);
