import fc from "fast-check";
import { expect, it } from "vitest";
import { readIsoDay, readIsoTime } from "server/sandbox/iso-time";

it.each([
  ["2019-06-01T00:03:39+02:00", "2019-05-31T22:03:39.000Z"],
  ["2019-06-01T00:03:39-0530", "2019-06-01T05:33:39.000Z"],
  ["2019-06-01T00:03:39+02", "2019-05-31T22:03:39.000Z"],
  ["2000-02-29 06:54", "2000-02-29T06:54:00.000Z"],
  ["2008-05-17T14:51:10.579999Z", "2008-05-17T14:51:10.579Z"],
])("the time %s is read as %s", (text, expected) => {
  expect(new Date(readIsoTime(text) ?? NaN).toISOString()).toBe(expected);
});

it.each([
  "",
  "1211035870000",
  "1900-02-29T00:00:00",
  "2023-04-31T00:00:00",
  "2023-00-10T00:00:00",
  "2023-01-01T24:00:00",
  "2023-01-01T23:60:00",
  "2023-01-01",
  "2023-01-01T10:00:00+99:00",
  "2023-01-01T10:00:00 Europe/Berlin",
])("%j is not a time", (text) => {
  expect(readIsoTime(text)).toBeNull();
});

it("the ISO string of any date is read as the same date", () => {
  const [min, max] = [new Date("1000-01-01"), new Date("9999-12-31")];
  fc.assert(
    fc.property(fc.date({ min, max, noInvalidDate: true }), (date) => {
      expect(readIsoTime(date.toISOString())).toBe(date.getTime());
    }),
  );
});

it("a day is read as its first instant in UTC", () => {
  expect(readIsoDay("2025-08-19")).toBe(Date.UTC(2025, 7, 19));
  for (const text of ["2025-02-31", "2025-8-19", "2025-08-19T00:00"])
    expect(readIsoDay(text)).toBeNull();
});
