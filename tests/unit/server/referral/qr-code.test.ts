import jsQR from "jsqr";
import { expect, it } from "vitest";
import { qrCode, type QrCode } from "server/referral/qr-code.server";

/** Draws the path as a browser would, with four pixels per module. */
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

it.each(["https://example.com/store?id=a&referrer=b", "ü 🚗", "x".repeat(600)])(
  "QR codes are scanned as %s",
  (text) => {
    const code = qrCode(text);
    if (code === null) throw new Error("too long");
    const { image, width } = pixels(code);
    expect(jsQR(image, width, width)?.data).toBe(text);
  },
);

it("QR codes leave a quiet zone of four modules", () => {
  const { size = 0, path = "" } = qrCode("A") ?? {};
  const starts = Array.from(path.matchAll(/M(\d+) (\d+)h(\d+)/g), ([, x, y, run]) => [
    Number(x),
    Number(y),
    Number(x) + Number(run),
  ]);
  expect(Math.min(...starts.flatMap(([x = 0, y = 0]) => [x, y]))).toBe(4);
  expect(Math.max(...starts.map(([, , end = 0]) => end))).toBe(size - 4);
});

it("QR codes are null when the modules would be too small to be scanned", () => {
  expect(qrCode("x".repeat(2000))).toBeNull();
});
