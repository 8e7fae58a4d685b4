import { expect, it } from "vitest";
import { joinReasons, readReasons, reasonIds, toE164 } from "server/deletion/form-fields.server";

it.each([
  ["+91 98765-43210", "+919876543210"],
  ["0091 98765 43210", "+919876543210"],
  ["0९८७६५४३२१०", "+919876543210"],
  ["91987654321", null],
  ["+1 415 555 0123", null],
])("the typed number %s is read as %s", (text, phone) => expect(toE164(text)).toBe(phone));

it("'Others' is the last reason, whose box opens the free text without scripts", () => {
  expect(reasonIds.at(-1)).toBe("others");
});

it("reasons are joined by commas, and the free text counts only when 'Others' is ticked", () => {
  const unused = "I am no longer using my account";
  const chosen = ["privacy", "unused"];
  expect(joinReasons(readReasons(chosen, "Too far"))).toBe(`${unused},Privacy concerns`);
  chosen.push("others");
  expect(joinReasons(readReasons(chosen, "Too far"))).toBe(`${unused},Privacy concerns,Too far`);
});
