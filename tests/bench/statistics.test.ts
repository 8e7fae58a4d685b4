import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { median, percentile, spread, verdict } from "./statistics.js";

const someValues = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1 });

describe("what the benchmark makes of its rounds", () => {
  it("takes the middle value, or the mean of the middle two", () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 2, 100])).toBe(3);
    expect(spread([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3 });
  });

  it("has as many values below the median as above it", () => {
    fc.assert(
      fc.property(someValues, (values) => {
        const middle = median(values);
        const below = values.filter((value) => value < middle).length;
        const above = values.filter((value) => value > middle).length;
        expect(below).toBeLessThanOrEqual(values.length / 2);
        expect(above).toBeLessThanOrEqual(values.length / 2);
      }),
    );
  });

  it("gives as percentile the smallest value that the share does not exceed", () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(percentile(hundred, 0.99)).toBe(99);
    expect(percentile(hundred, 1)).toBe(100);
    expect(percentile([7], 0.99)).toBe(7);
    expect(percentile([], 0.5)).toBeNaN();
  });

  it("calls a goal met only when every way of measuring met it", () => {
    expect(verdict({ atLeast: 0.5 }, [0.5, 0.7])).toBe("met");
    expect(verdict({ atLeast: 0.5 }, [0.9, 0.4])).toBe("missed");
    expect(verdict({ atMost: 1.1 }, [1.1])).toBe("met");
    expect(verdict({ atMost: 1.1 }, [1.0, 1.2])).toBe("missed");
    expect(verdict(undefined, [1])).toBe("no goal");
  });

  it("never calls met what could not be measured", () => {
    expect(verdict({ atLeast: 0.5 }, [])).toBe("missed");
    expect(verdict({ atMost: 1.1 }, [NaN])).toBe("missed");
    expect(verdict({ atLeast: 0.5 }, [NaN, 0.9])).toBe("missed");
  });
});
