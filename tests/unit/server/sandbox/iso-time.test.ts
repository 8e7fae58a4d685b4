import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readIsoDay, readIsoTime } from "server/sandbox/iso-time";

describe("reading a time", () => {
  it.each([
    ["2019-06-01T00:03:39+02:00", "2019-05-31T22:03:39.000Z"],
    ["2019-06-01T00:03:39-0530", "2019-06-01T05:33:39.000Z"],
    ["2019-06-01T00:03:39+02", "2019-05-31T22:03:39.000Z"],
    ["2015-05-31T06:54:00", "2015-05-31T06:54:00.000Z"],
    ["2015-05-31 06:54", "2015-05-31T06:54:00.000Z"],
    ["2008-05-17T14:51:10Z", "2008-05-17T14:51:10.000Z"],
    ["2008-05-17T14:51:10.5Z", "2008-05-17T14:51:10.500Z"],
    ["2008-05-17T14:51:10.579999Z", "2008-05-17T14:51:10.579Z"],
    ["2024-02-29T23:59:59Z", "2024-02-29T23:59:59.000Z"],
    ["2000-02-29T23:59:59Z", "2000-02-29T23:59:59.000Z"],
  ])("takes %s as %s", (text, expected) => {
    const milliseconds = readIsoTime(text);
    expect(milliseconds === null ? null : new Date(milliseconds).toISOString()).toBe(expected);
  });

  it.each([
    "",
    "yesterday",
    "1211035870000",
    "2023-02-29T00:00:00",
    "1900-02-29T00:00:00",
    "2023-04-31T00:00:00",
    "2023-13-01T00:00:00",
    "2023-00-10T00:00:00",
    "2023-01-01T24:00:00",
    "2023-01-01T23:60:00",
    "2023-01-01T23:00:60",
    "2023-01-01",
    "01/02/2023 10:00",
    "2023-01-01T10:00:00+99:00",
    "2023-01-01T10:00:00 Europe/Berlin",
  ])("cannot read %j", (text) => {
    expect(readIsoTime(text)).toBeNull();
  });

  it("reads back whatever a date writes", () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date("1000-01-01"),
          max: new Date("9999-12-31"),
          noInvalidDate: true,
        }),
        (date) => {
          expect(readIsoTime(date.toISOString())).toBe(date.getTime());
        },
      ),
    );
  });

  it("reads a day as its first instant in UTC, and no other text", () => {
    expect(readIsoDay("2025-08-19")).toBe(Date.UTC(2025, 7, 19));
    for (const text of ["2025-02-31", "2025-8-19", "2025-08-19T00:00", " 2025-08-19", ""]) {
      expect(readIsoDay(text)).toBeNull();
    }
  });
});
