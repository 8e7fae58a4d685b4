import { AMBER, createPen, GREY, mono, RADAR, RED, sans, WHITE } from "./phone/pen.js";
import { nightRoad } from "./road/night-road.js";
import { bytesOf, canvas, imageOf } from "./shared/canvas.js";
import { clamp, smooth } from "./shared/numbers.js";

/** Height of the camera's picture above the panel, in pixels. */
const VIEW = 800;

/** Scout while it records, the only film with words. Detections are lost and found, REC runs, beats count. */
export default function scoutScreen(film) {
  const { width, height, frames, fps } = film;
  const road = nightRoad({
    ...film,
    height: VIEW,
    seed: 8,
    sub: 4,
    gantry: 100,
    pothole: 62,
    camera: { x: 0.25, y: 1.3, foc: 1.85, hx: 0.02, hz: 0.0 },
    bend: 0.0003,
    bendSway: 0.0002,
    hood: 0.0,
    exposure: 1.3,
    vehicles: [
      { kind: "car", x: 0.25, z: 17, paint: [150, 34, 30], conf: 0.98, brake: [[0.36, 0.52]] },
      { kind: "truck", x: -3.6, z: 29, paint: [190, 188, 180], conf: 0.96 },
      { kind: "van", x: 3.5, z: 25, paint: [64, 70, 78], conf: 0.94 },
      { kind: "car", x: 0, z: 56, paint: [90, 92, 96], conf: 0.86 },
    ],
  });
  const c = canvas(width, height),
    x = c.getContext("2d", { willReadFrequently: true });
  const { text, brackets } = createPen(x);
  // beats: one more whenever something new has been seen
  const beatAt = [18, 47, 62, 88, 109, 131, 158, 181];
  function draw(frame) {
    const px = road.draw(frame);
    x.globalAlpha = 1;
    x.drawImage(imageOf(px, width, VIEW), 0, 0);
    // lane ahead
    x.lineWidth = 1.5;
    for (const [X, col, dash] of [
      [-1.8, RADAR, []],
      [1.8, RADAR, []],
      [0, AMBER, [10, 12]],
    ]) {
      x.strokeStyle = col;
      x.setLineDash(dash);
      x.lineDashOffset = X === 0 ? frame * ((22 * 8) / frames) : 0;
      x.beginPath();
      for (const s of [6, 7, 8, 9, 10, 11, 12, 13, 14, 14.8]) {
        const [a, b] = road.lanePoint(X, s, frame);
        x.lineTo((a / 100) * width, (b / 100) * VIEW);
      }
      x.globalAlpha = X === 0 ? 0.9 : 0.75;
      x.stroke();
    }
    x.setLineDash([]);
    x.globalAlpha = 1;
    // detections; each one is lost and found again once in the loop, except the one ahead
    const seen = [];
    road.boxes(frame).forEach((b, i) => {
      const [l, t, w, h] = b.rect,
        L = (l / 100) * width - 5,
        T = (t / 100) * VIEW - 5,
        w2 = (w / 100) * width + 10,
        h2 = (h / 100) * VIEW + 10;
      const gone = [null, [120, 138], [22, 44], [60, 92]][i];
      if (b.kind === "traffic" && gone && frame > gone[0] && frame < gone[1]) return;
      const fresh = gone ? clamp((frame - gone[1]) / 6, 0, 1) : 1,
        inn =
          b.kind === "hazard"
            ? smooth(40, 34, b.s)
            : gone && frame >= gone[1] && frame < gone[1] + 6
              ? fresh
              : 1;
      const g = (1 - inn) * 14,
        col = b.kind === "hazard" ? AMBER : WHITE;
      if (T + h2 > VIEW + 6) return;
      x.globalAlpha = inn;
      brackets(L - g, T - g, w2 + 2 * g, h2 + 2 * g, col);
      if (b.s < 45 && inn > 0.6) seen.push([b, L, T, w2, h2, col]);
    });
    x.globalAlpha = 1;
    for (const [b, L, T, w2, h2, col] of seen) {
      const label = `${b.class} ${b.confidence.toFixed(2)}`;
      x.font = mono(15, 600);
      const tw = x.measureText(label).width + 14,
        under = b.kind === "hazard";
      let X = b.class === "van" ? L + w2 - tw : L,
        Y = under ? T + h2 + 8 : T - 34;
      if (b.class === "car") Y = T - 34;
      X = clamp(X, 4, width - tw - 4);
      x.fillStyle = "rgba(12,14,16,.78)";
      x.fillRect(X, Y, tw, 26);
      text(label, X + 7, Y + 18, mono(15, 600), col);
    }
    // top row
    const g = x.createLinearGradient(0, 0, 0, 120);
    g.addColorStop(0, "rgba(6,7,8,.72)");
    g.addColorStop(1, "rgba(6,7,8,0)");
    x.fillStyle = g;
    x.fillRect(0, 0, width, 120);
    text("21:47", 38, 50, mono(20, 600), WHITE);
    text("1080p", width - 38, 50, mono(20, 600), WHITE, "right");
    const secs = Math.floor(frame / fps),
      on = frame % 24 < 15;
    x.fillStyle = "rgba(12,14,16,.82)";
    x.beginPath();
    x.roundRect(width / 2 - 84, 26, 168, 36, 18);
    x.fill();
    x.globalAlpha = on ? 1 : 0.3;
    x.fillStyle = RED;
    x.beginPath();
    x.arc(width / 2 - 62, 44, 6.5, 0, 7);
    x.fill();
    x.globalAlpha = 1;
    text(
      `REC 18:35:${String(12 + secs).padStart(2, "0")}`,
      width / 2 - 48,
      50,
      mono(19, 700),
      WHITE,
    );
    // panel
    const y0 = height - 226;
    x.fillStyle = "#0C0E10";
    x.fillRect(0, y0, width, 226);
    x.fillStyle = "#2B3036";
    x.fillRect(0, y0, width, 1.5);
    const n = beatAt.filter((f) => frame >= f).length,
      last = Math.max(-99, ...beatAt.filter((f) => frame >= f)),
      flash = clamp(1 - (frame - last) / 14);
    const cols = [
      ["Beats", String(192 + n)],
      ["Time", "18:35"],
      ["Distance", (100.335 + (0.136 * frame) / frames).toFixed(2)],
    ];
    cols.forEach(([k, v], i) => {
      const X = [40, 168, 300][i];
      text(k, X, y0 + 40, sans(17, 500), GREY);
      const s = `rgb(${[243, 240, 231].map((q, j) => Math.round(q + ([255, 184, 28][j] - q) * (i === 0 ? flash : 0)))})`;
      text(v, X, y0 + 78, sans(33, 800), s);
    });
    x.fillStyle = "#2B3036";
    x.fillRect(150, y0 + 24, 1.5, 56);
    x.fillRect(282, y0 + 24, 1.5, 56);
    // the lane runs under the numbers
    x.fillStyle = AMBER;
    const off = ((frame / frames) * 8 * 44) % 44;
    x.save();
    x.beginPath();
    x.rect(0, y0 + 98, width, 5);
    x.clip();
    x.globalAlpha = 0.9;
    for (let X = -44; X < width + 44; X += 44) x.fillRect(X - off + 44, y0 + 98, 18, 4);
    x.restore();
    x.strokeStyle = WHITE;
    x.lineWidth = 4;
    x.beginPath();
    x.arc(width / 2, y0 + 158, 39, 0, 7);
    x.stroke();
    x.fillStyle = RED;
    x.beginPath();
    x.roundRect(width / 2 - 16, y0 + 142, 32, 32, 7);
    x.fill();
    return bytesOf(c);
  }
  return { draw };
}
