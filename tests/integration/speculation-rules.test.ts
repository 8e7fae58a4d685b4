import { expect, it } from "vitest";
import { rawRequest } from "../support/raw-request";
import { sharedServer } from "./shared-server";

interface Rules {
  prerender: { where: object; eagerness: string }[];
}

const PUBLIC = [
  "/",
  "/blogs",
  "/pulsescout",
  "/pulsegen",
  "/privacyandpolicy-app",
  "/accessibility",
];
const OTHERS = [
  "/contactus",
  "/contactus?audience=individual",
  "/pulsescout/delete-user",
  "/pulsescout/dashboard",
  "/ref/ABC123",
  "/no/such/page",
];

it("speculation rules are sent with public pages alone, and name public pages alone", async () => {
  const { url } = await sharedServer();
  const rulesOf = async (path: string) =>
    (await rawRequest(url, path)).headers["speculation-rules"] ?? null;
  for (const path of PUBLIC) expect(await rulesOf(path)).toBe('"/speculation-rules.json"');
  for (const path of OTHERS) expect([path, await rulesOf(path)]).toEqual([path, null]);

  const rulesFor = (headers = {}) => rawRequest(url, "/speculation-rules.json", { headers });
  const { status, headers, body } = await rulesFor();
  expect([status, headers["content-type"], headers.vary]).toEqual([
    200,
    "application/speculationrules+json",
    "Save-Data, Accept-Encoding",
  ]);
  const [home, ...others] = PUBLIC;
  const href_matches = others.map((path) => `${path}{/}?`);
  expect((JSON.parse(body) as Rules).prerender).toEqual([
    { where: { href_matches: [home, ...href_matches] }, eagerness: "moderate" },
    { where: { and: [{ href_matches }, { selector_matches: "#menu a" }] }, eagerness: "immediate" },
  ]);
  const saving = await rulesFor({ "Save-Data": "on" });
  expect(JSON.parse(saving.body)).toEqual({ prerender: [] });
});
