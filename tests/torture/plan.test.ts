import { expect, it } from "vitest";
import { createPlan, type Fault } from "./plan";

const plan = createPlan({ seed: 7, journeys: 400 });

it("is the same for the same seed, and another for another", () => {
  expect(createPlan({ seed: 7, journeys: 400 })).toEqual(plan);
  expect(createPlan({ seed: 8, journeys: 400 }).journeys).not.toEqual(plan.journeys);
  expect(createPlan({ seed: 8, journeys: 400 }).faults).not.toEqual(plan.faults);
});

it("has as many journeys as asked for, each of somebody who came no later", () => {
  expect(plan.journeys).toHaveLength(400);
  for (const [index, { person, steps }] of plan.journeys.entries()) {
    expect(person).toBeLessThanOrEqual(index);
    expect(steps.length).toBeGreaterThan(0);
  }
  expect(new Set(plan.journeys.map(({ person }) => person)).size).toBeLessThan(400);
});

it("lets faults of one row follow one another, within the journeys", () => {
  for (const row of [0, 1, 2]) {
    const faults = plan.faults.filter((fault) => fault.row === row);
    expect(faults.length).toBeGreaterThan(10);
    for (const [index, { from, until }] of faults.entries()) {
      expect(until).toBeGreaterThan(from);
      expect(from).toBeGreaterThanOrEqual(faults[index - 1]?.until ?? 0);
      expect(until).toBeLessThanOrEqual(400);
    }
  }
});

it("has every kind of step, of mood and of fault, sooner or later", () => {
  const steps = plan.journeys.flatMap((journey) => journey.steps);
  const done = new Set(steps.map((step) => (step.do === "press" ? step.press : step.do)));
  expect([...done].toSorted()).toEqual(
    [
      ...["open", "language", "back", "reload", "theme", "contact", "wait"],
      ...["send", "wrong-code", "right-code", "resend", "reasons", "cancel", "delete"],
      ...["start-over", "leave"],
    ].toSorted(),
  );
  const moods = plan.journeys.flatMap((journey) => Object.values(journey.moods).flat());
  expect(new Set(moods).size).toBe(8);
  const name = (fault: Fault) => (fault.kind === "cut" ? `cut ${fault.to}` : fault.kind);
  const faults = createPlan({ seed: 7, journeys: 2_000 }).faults.map(({ fault }) => name(fault));
  expect([...new Set(faults)].toSorted()).toEqual(
    [
      ...["kill", "freeze", "full-disk", "clock", "failover", "core"],
      ...["instance", "redis", "sentinel", "core", "auth"].map((part) => `cut ${part}`),
    ].toSorted(),
  );
});

it("is short where it is asked to be: three faults, and nobody who waits for a minute", () => {
  const short = createPlan({ seed: 1, journeys: 40, pause: 40, patient: false });
  expect(short.faults).toHaveLength(3);
  const steps = short.journeys.flatMap((journey) => journey.steps);
  expect(steps.filter((step) => step.do === "wait")).toEqual([]);
});
