import jsQR from "jsqr";
import { describe, expect, it } from "vitest";
import { qrCode, type QrCode } from "server/referral/qr-code.server";
import { visitorSystem } from "~/features/referral/referral-links";
import { durationOf, next, start, type Stage } from "~/features/referral/countdown";

/** The stages that follow by themselves, each with the milliseconds since the page was shown. */
function course(): [number, Stage][] {
  const stages: [number, Stage][] = [[0, start]];
  for (let elapsed = 0, stage = start; ;) {
    const duration = durationOf(stage);
    if (duration === null) return stages;
    elapsed += duration;
    stage = next(stage, "time");
    stages.push([elapsed, stage]);
  }
}

describe("the countdown", () => {
  it("tries the app after 100 ms and leaves for the store three seconds later", () => {
    expect(course()).toEqual([
      [0, { at: "attempting" }],
      [100, { at: "counting", seconds: 3 }],
      [1100, { at: "counting", seconds: 2 }],
      [2100, { at: "counting", seconds: 1 }],
      [3100, { at: "redirecting" }],
    ]);
  });

  it("stops for good when the visitor stays, at any time before it leaves", () => {
    for (const [, stage] of course().slice(0, -1)) {
      const stayed = next(stage, "stay");
      expect(stayed).toEqual({ at: "staying" });
      expect(durationOf(stayed)).toBeNull();
      expect(next(stayed, "time")).toEqual({ at: "staying" });
    }
    expect(next({ at: "redirecting" }, "stay")).toEqual({ at: "redirecting" });
  });
});

describe("systems", () => {
  it.each([
    ["Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36", "android"],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari", "ios"],
    ["Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) Version/16.0 Safari", "ios"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", "desktop"],
    ["", "desktop"],
    [null, "desktop"],
  ])("%s", (userAgent, system) => {
    expect(visitorSystem(userAgent)).toBe(system);
  });
});

/** Draws the path as a browser would, four pixels a module. */
function pixels({ size, path }: QrCode) {
  const scale = 4;
  const width = size * scale;
  const image = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1) {
      const from = (row * width + Number(x) * scale) * 4;
      for (let at = from; at < from + Number(run) * scale * 4; at += 4) image.fill(0, at, at + 3);
    }
  }
  return { image, width };
}

describe("QR codes", () => {
  it.each(["https://example.com/store?id=a&referrer=b", "ü 🚗", "x".repeat(600)])(
    "are read as %s",
    (text) => {
      const drawn = qrCode(text);
      if (drawn === null) throw new Error("too long");
      const { image, width } = pixels(drawn);
      expect(jsQR(image, width, width)?.data).toBe(text);
    },
  );

  it("leave a quiet zone of four modules", () => {
    const { size = 0, path = "" } = qrCode("A") ?? {};
    const starts = Array.from(path.matchAll(/M(\d+) (\d+)h(\d+)/g), ([, x, y, run]) => [
      Number(x),
      Number(y),
      Number(x) + Number(run),
    ]);
    expect(Math.min(...starts.flatMap(([x = 0, y = 0]) => [x, y]))).toBe(4);
    expect(Math.max(...starts.map(([, , end = 0]) => end))).toBe(size - 4);
  });

  it("are none where they would be too fine to be scanned", () => {
    expect(qrCode("x".repeat(2000))).toBeNull();
  });
});
