import { expect, it } from "vitest";
import { generatedFleet } from "server/sandbox/generated-fleet";

const trips = [...generatedFleet()].flat();

it("the generated fleet is the same every time", () => {
  expect([...generatedFleet()].flat()).toEqual(trips);
});

it("the generated fleet has 48,210 possible trips in order of start, up to the end of August 2025", () => {
  expect(trips).toHaveLength(48_210);
  expect(Math.max(...trips.map((trip) => trip.endMs))).toBeLessThan(Date.UTC(2025, 8, 1));
  // One expectation for all: one for each trip takes seconds.
  const impossible = trips.filter((trip, index) => {
    const { id, startMs, endMs, distanceKm, points } = trip;
    const rounded = points === null || Number(points.toFixed(3)) === points;
    const isOrdered = startMs >= (trips[index - 1]?.startMs ?? 0) && endMs >= startMs;
    const isPositive = Math.min(distanceKm ?? 0, points ?? 0) >= 0;
    return id !== String(index + 1) || !isOrdered || !isPositive || !rounded;
  });
  expect(impossible).toEqual([]);
});

it("the generated fleet holds every kind of trip that a screen must cope with, mostly in India", () => {
  expect(trips.some((trip) => trip.vehicleId === null)).toBe(true);
  expect(trips.some((trip) => trip.distanceKm === null && trip.points === null)).toBe(true);
  expect(trips.some((trip) => trip.endMs === trip.startMs)).toBe(true);
  expect(trips.some((trip) => trip.endMs - trip.startMs > 24 * 60 * 60 * 1000)).toBe(true);
  const india = trips.filter((trip) => trip.country === "India").length;
  expect(india / trips.length).toBeGreaterThan(0.75);
});
