import { expect, it } from "vitest";
import { generatedFleet } from "server/sandbox/generated-fleet";

const trips = [...generatedFleet()].flat();

it("the generated fleet is the same every time", () => {
  expect([...generatedFleet()].flat()).toEqual(trips);
});

it("the generated fleet has 48,210 valid trips in order of start, up to the end of August 2025", () => {
  expect(trips).toHaveLength(48_210);
  expect(Math.max(...trips.map((trip) => trip.endMs))).toBeLessThan(Date.UTC(2025, 8, 1));
  // A single assertion, because one per trip takes seconds.
  const invalidTrips = trips.filter((trip, index) => {
    const { id, startMs, endMs, distanceKm, points } = trip;
    const rounded = points === null || Number(points.toFixed(3)) === points;
    const isOrdered = startMs >= (trips[index - 1]?.startMs ?? 0) && endMs >= startMs;
    const isPositive = Math.min(distanceKm ?? 0, points ?? 0) >= 0;
    return id !== String(index + 1) || !isOrdered || !isPositive || !rounded;
  });
  expect(invalidTrips).toEqual([]);
});

it("the generated fleet contains every kind of trip that a screen must handle, most of them in India", () => {
  expect(trips.some((trip) => trip.vehicleId === null)).toBe(true);
  expect(trips.some((trip) => trip.distanceKm === null && trip.points === null)).toBe(true);
  expect(trips.some((trip) => trip.endMs === trip.startMs)).toBe(true);
  expect(trips.some((trip) => trip.endMs - trip.startMs > 24 * 60 * 60 * 1000)).toBe(true);
  const india = trips.filter((trip) => trip.country === "India").length;
  expect(india / trips.length).toBeGreaterThan(0.75);
});
