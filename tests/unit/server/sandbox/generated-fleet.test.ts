import { describe, expect, it } from "vitest";
import { generatedFleet } from "server/sandbox/generated-fleet";

const trips = [...generatedFleet()].flat();

describe("the generated fleet", () => {
  it("is the same every time", () => {
    expect([...generatedFleet()].flat()).toEqual(trips);
  });

  it("has 48,210 trips with increasing numbers as ids, in order of start", () => {
    expect(trips).toHaveLength(48_210);
    expect(trips.every((trip, index) => trip.id === String(index + 1))).toBe(true);
    expect(trips.every((trip, i) => i === 0 || trip.startMs >= (trips[i - 1]?.startMs ?? 0))).toBe(
      true,
    );
  });

  it("keeps to what trips can be, and ends with August 2025", () => {
    expect(trips.every((trip) => trip.endMs >= trip.startMs)).toBe(true);
    expect(Math.max(...trips.map((trip) => trip.endMs))).toBeLessThan(Date.UTC(2025, 8, 1));
    // One expectation for all: one for each trip takes seconds.
    const impossible = trips.filter(({ distanceKm, points }) => {
      if (distanceKm === null || points === null) return false;
      return !(Math.min(distanceKm, points) >= 0) || Number(points.toFixed(3)) !== points;
    });
    expect(impossible).toEqual([]);
  });

  it("holds every kind of trip that a screen must cope with", () => {
    expect(trips.some((trip) => trip.vehicleId === null)).toBe(true);
    expect(trips.some((trip) => trip.distanceKm === null && trip.points === null)).toBe(true);
    expect(trips.some((trip) => trip.endMs === trip.startMs)).toBe(true);
    expect(trips.some((trip) => trip.endMs - trip.startMs > 24 * 60 * 60 * 1000)).toBe(true);
  });

  it("drives mostly in India and in rush hours", () => {
    const india = trips.filter((trip) => trip.country === "India").length;
    expect(india / trips.length).toBeGreaterThan(0.75);
    expect(new Set(trips.map((trip) => trip.country)).size).toBe(5);
    const inHour = (hour: number) =>
      trips.filter((trip) => new Date(trip.startMs).getUTCHours() === hour).length;
    expect(inHour(8)).toBeGreaterThan(1.5 * inHour(12));
    expect(inHour(18)).toBeGreaterThan(1.5 * inHour(14));
  });
});
