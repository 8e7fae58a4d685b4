import fc from "fast-check";
import { expect, it } from "vitest";
import { readTripRow, splitCsvFields } from "server/sandbox/trip-row";

const START = "2024-01-01T10:00:00Z";
const END = "2024-01-01T10:30:00Z";

it("a row of an import file may have a trip without duration, and zeros", () => {
  const at = Date.parse(START);
  expect(readTripRow(`7,a,${START},${START},0,0,X`)).toEqual(["7", "a", at, at, 0, 0, "X"]);
});

it.each([
  [`7,a,2024-01-01T10:00:00Z,2024-01-01T11:00:00+02:00,1,1,X`, "ends before it starts"],
  [`7,a,${START},,1,1,X`, "unreadable time"],
  [`7,a,${START},2024-01-01,1,1,X`, "unreadable time"],
  [`7,a,${START},1704105000000,1,1,X`, "unreadable time"],
  [`7,a,${START},2023-02-29T10:00:00,1,1,X`, "unreadable time"],
  [`7,a,${START},${END},1e999,1,X`, "unreadable distance"],
  [`7,a,${START},${END},0x10,1,X`, "unreadable distance"],
  [`7,a,${START},${END},1,-2,X`, "negative points"],
  [`7,a,${START},${END},1,many,X`, "unreadable points"],
  [`  ,a,${START},${END},1,1,X`, "no trip id"],
  [`7,a,${START},${END},1,1,X,more`, "too many columns"],
  [`7,"a,${START},${END},1,1,X`, "unreadable text"],
  [`7,a"b",${START},${END},1,1,X`, "unreadable text"],
  [`7,a\ufffd,${START},${END},1,1,X`, "unreadable text"],
  [`7,a\0,${START},${END},1,1,X`, "unreadable text"],
  [`7,${"a".repeat(70_000)},${START},${END},1,1,X`, "row too long"],
])("invalid row %# of an import file is rejected: %s", (line, reason) => {
  expect(readTripRow(line)).toBe(reason);
});

it("a line is split into its quoted fields", () => {
  const field = fc.string().filter((text) => !/[\r\n]/.test(text));
  fc.assert(
    fc.property(fc.array(field, { minLength: 1 }), (fields) => {
      const line = fields.map((text) => `"${text.replaceAll('"', '""')}"`).join(",");
      expect(splitCsvFields(line)).toEqual(fields);
    }),
  );
});
