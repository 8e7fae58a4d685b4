import { expect, it } from "vitest";
import { rawRequest } from "../support/raw-request";
import { sharedServer } from "./shared-server";

const PATH = "/pulsescout/dashboard";

const server = await sharedServer();

const post = (path: string, type: string, body: string) =>
  rawRequest(server.url, path, { method: "POST", headers: { "content-type": type }, body });

it("the theme is stored in a cookie, and the response leads to the dashboard's view alone", async () => {
  const view = `${PATH}?tab=trip&page=7&date=2025-08-19&country=C%C3%B4te+d%27Ivoire`;
  const elsewhere = [
    "https://evil.test/",
    "//evil.test?tab=trip",
    "/\\evil",
    "javascript:alert(1)",
  ];
  for (const from of [view, ...elsewhere, `${PATH}.evil`, "/blogs?tab=trip", ""]) {
    const form = new URLSearchParams({ theme: "night", from }).toString();
    const theme = await post(`${PATH}/theme`, "application/x-www-form-urlencoded", form);
    const target = from === view ? view : PATH;
    expect([from, theme.status, theme.headers.location]).toEqual([from, 303, target]);
    expect(theme.headers["set-cookie"]?.join()).toMatch(/^__Host-theme=night;/);
  }
});

it("a body that is not a form causes no server error and sets no cookie", async () => {
  for (const path of [
    `${PATH}/theme`,
    "/contactus?audience=individual",
    "/pulsescout/delete-user",
  ]) {
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
  }
});
