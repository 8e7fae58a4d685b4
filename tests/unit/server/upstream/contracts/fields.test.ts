import { expect, it } from "vitest";
import { instant } from "server/upstream/contracts/fields.server";

it.each([
  ["2025-08-19 10:00:00+00", Date.UTC(2025, 7, 19, 10)],
  ["2025-08-19 10:00:00.123456+05:30", Date.UTC(2025, 7, 19, 4, 30, 0, 123)],
  ["2025-08-19 10:00:00 -0330", Date.UTC(2025, 7, 19, 13, 30)],
  ["2025-08-19 10:00:00 UTC", Date.UTC(2025, 7, 19, 10)],
  ["2025-08-19T10:00:00,5Z", Date.UTC(2025, 7, 19, 10, 0, 0, 500)],
  ["20250819T100000Z", Date.UTC(2025, 7, 19, 10)],
  ["20250819T1000+0530", Date.UTC(2025, 7, 19, 4, 30)],
  ["20250819", Date.UTC(2025, 7, 19)],
  ["2025-08-19T24:00:00Z", Date.UTC(2025, 7, 20)],
  ["2024-02-29", Date.UTC(2024, 1, 29)],
  ["1755597600000", 1_755_597_600_000],
])("the moment %s is read", (input, time) => expect(instant.parse(input)).toBe(time));

it.each([
  "0000-00-00",
  "0001-01-01T00:00:00Z",
  "1970-01-01T00:00:00Z",
  "2025-02-30",
  "2025-13-01",
  "2025-08-19 25:00:00",
  "2025-08-19T10:00:00+99",
  "9999-12-31T23:59:59Z",
  "+020250-08-19",
  "yesterday",
  0,
  253_402_300_799_000,
])("the moment %s is invalid and read as unknown", (input) => {
  expect(instant.parse(input)).toBeNull();
});
