import { expect, it } from "vitest";
import { rawRequest } from "../support/raw-request";
import { sharedServer } from "./shared-server";

interface Rules {
  prefetch: { where: { and: [{ href_matches: string[] }, object] }; eagerness: string }[];
}

const PUBLIC = ["/", "/blogs", "/pulsescout", "/pulsegen", "/privacyandpolicy-app"];
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

  const { status, headers, body } = await rawRequest(url, "/speculation-rules.json");
  expect([status, headers["content-type"]]).toEqual([200, "application/speculationrules+json"]);
  const { prefetch } = JSON.parse(body) as Rules;
  const [rule] = prefetch;
  expect(rule?.where.and[0].href_matches).toEqual(
    PUBLIC.map((path) => (path === "/" ? path : `${path}{/}?`)),
  );
});
