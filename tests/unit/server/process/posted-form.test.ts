import { expect, it } from "vitest";
import { postedFrom } from "server/process/posted-form.server";

it.each([
  [{ "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" }, "document"],
  [{ "Upgrade-Insecure-Requests": "1" }, "document"],
  [{ "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty" }, "script"],
  [{ "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe" }, "client"],
  [{ "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "document" }, "client"],
  [{ "Upgrade-Insecure-Requests": "1", "Sec-Fetch-Dest": "iframe" }, "client"],
  [{}, "client"],
])("a form with the headers %o was sent by a %s", (headers, expected) => {
  expect(postedFrom(new Headers(headers as Record<string, string>))).toBe(expected);
});
