import { canvas } from "../../shared/canvas.js";
import { texture } from "../../shared/webgl.js";

/** The back of a vehicle in metres. A: colour, E: r = tail lamps, g = brake lamps, b = white lamps, M: r = gloss. */
export function vehicleBack(kind, paint) {
  const w = kind === "truck" ? 2.8 : 2.2,
    h = kind === "truck" ? 3.9 : 2.2,
    N = 512,
    ppm = N / h;
  const mk = () => {
    const c = canvas(Math.round(w * ppm), N),
      x = c.getContext("2d");
    x.setTransform(ppm, 0, 0, -ppm, (w * ppm) / 2, N - 0.05 * ppm);
    return [c, x];
  };
  const [A, a] = mk(),
    [E, e] = mk(),
    [M, m] = mk();
  const rgb = (c) => `rgb(${c.map((v) => Math.round(v))})`;
  const dark = (k) => rgb(paint.map((v) => v * k));
  const all = (f) => [a, e, m].forEach(f);
  a.fillStyle = rgb(paint);
  e.fillStyle = "#000";
  m.fillStyle = "rgb(150,0,0)";
  all((x) => x.fillRect(-w, -1, w * 2, h + 2));
  e.globalCompositeOperation = "lighter";
  const poly = (x, pts) => {
    x.beginPath();
    pts.forEach(([X, Y], i) => (i ? x.lineTo(X, Y) : x.moveTo(X, Y)));
    x.closePath();
    x.fill();
  };
  const both = (f) => [-1, 1].forEach(f);
  const part = (col, gloss, pts) => {
    a.fillStyle = col;
    m.fillStyle = `rgb(${gloss},0,0)`;
    poly(a, pts);
    poly(m, pts);
  };
  const rect = (x0, y0, x1, y1) => [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
  const seam = (pts, lw = 0.012, col = "rgba(0,0,0,.6)") => {
    a.strokeStyle = col;
    a.lineWidth = lw;
    a.beginPath();
    pts.forEach(([X, Y], i) => (i ? a.lineTo(X, Y) : a.moveTo(X, Y)));
    a.stroke();
  };
  const plate = (y) => {
    part("#d8d5cc", 10, rect(-0.26, y, 0.26, y + 0.12));
    a.fillStyle = "rgba(60,60,64,.35)";
    for (let i = 0; i < 7; i++) a.fillRect(-0.21 + i * 0.06, y + 0.035, 0.045, 0.05);
    e.fillStyle = "rgb(0,0,70)";
    poly(e, rect(-0.26, y, 0.26, y + 0.12));
    e.fillStyle = "rgb(0,0,26)";
    poly(e, rect(-0.32, y - 0.03, 0.32, y + 0.16));
  };
  const lamp = (pts, bright, brake) => {
    part("#2a0605", 200, pts);
    e.fillStyle = `rgb(${bright},${brake},0)`;
    poly(e, pts);
  };
  if (kind === "car") {
    part("#0b0c0e", 40, rect(-1, 0.1, 1, 0.4)); // lower bumper
    part("#15171a", 60, rect(-0.62, 0.26, 0.62, 0.38));
    both((s) => part("#4a4c50", 180, rect(s * 0.5, 0.285, s * 0.66, 0.335)));
    seam(
      [
        [-0.92, 0.66],
        [0.92, 0.66],
      ],
      0.01,
      "rgba(0,0,0,.45)",
    );
    a.fillStyle = dark(0.72);
    poly(a, rect(-1, 0.4, 1, 0.6));
    part("#050607", 255, [
      [-0.66, 1.02],
      [0.66, 1.02],
      [0.535, 1.385],
      [-0.535, 1.385],
    ]);
    seam(
      [
        [-0.74, 1.0],
        [0.74, 1.0],
      ],
      0.014,
    );
    seam(
      [
        [-0.72, 0.98],
        [-0.6, 0.72],
        [0.6, 0.72],
        [0.72, 0.98],
      ],
      0.01,
    );
    both((s) => {
      lamp(
        [
          [s * 0.4, 0.79],
          [s * 0.96, 0.76],
          [s * 0.96, 0.92],
          [s * 0.42, 0.9],
        ],
        20,
        14,
      );
      e.fillStyle = "rgb(225,40,0)";
      poly(e, [
        [s * 0.42, 0.862],
        [s * 0.95, 0.872],
        [s * 0.95, 0.905],
        [s * 0.43, 0.892],
      ]);
      poly(e, [
        [s * 0.84, 0.775],
        [s * 0.95, 0.77],
        [s * 0.95, 0.9],
        [s * 0.87, 0.9],
      ]);
      e.fillStyle = "rgb(30,215,0)";
      poly(e, [
        [s * 0.5, 0.8],
        [s * 0.82, 0.785],
        [s * 0.84, 0.85],
        [s * 0.52, 0.85],
      ]);
      part("#3a0806", 120, rect(s * 0.66, 0.455, s * 0.86, 0.485));
    });
    part("#25080a", 200, rect(-0.42, 0.862, 0.42, 0.89));
    e.fillStyle = "rgb(120,30,0)";
    poly(e, rect(-0.42, 0.868, 0.42, 0.886));
    e.fillStyle = "rgb(0,255,0)";
    poly(e, rect(-0.17, 1.392, 0.17, 1.415));
    plate(0.5);
    a.fillStyle = "rgba(210,210,205,.7)";
    poly(a, rect(-0.045, 0.775, 0.045, 0.81));
  } else if (kind === "van") {
    part("#0c0d0f", 40, rect(-1, 0.1, 1, 0.5));
    seam(
      [
        [-1, 0.62],
        [1, 0.62],
      ],
      0.01,
    );
    seam(
      [
        [-0.8, 0.6],
        [-0.8, 1.78],
        [0.8, 1.78],
        [0.8, 0.6],
      ],
      0.012,
    );
    part("#050607", 255, [
      [-0.72, 1.16],
      [0.72, 1.16],
      [0.66, 1.7],
      [-0.66, 1.7],
    ]);
    seam(
      [
        [-0.3, 1.2],
        [0.1, 1.24],
        [0.46, 1.2],
      ],
      0.012,
      "rgba(0,0,0,.9)",
    );
    both((s) => {
      lamp(
        [
          [s * 0.76, 0.84],
          [s * 0.98, 0.84],
          [s * 0.97, 1.32],
          [s * 0.79, 1.32],
        ],
        26,
        16,
      );
      e.fillStyle = "rgb(225,30,0)";
      poly(e, [
        [s * 0.9, 0.88],
        [s * 0.965, 0.88],
        [s * 0.955, 1.3],
        [s * 0.9, 1.3],
      ]);
      poly(e, [
        [s * 0.79, 1.25],
        [s * 0.96, 1.25],
        [s * 0.955, 1.3],
        [s * 0.8, 1.3],
      ]);
      e.fillStyle = "rgb(30,215,0)";
      poly(e, [
        [s * 0.79, 1.02],
        [s * 0.88, 1.02],
        [s * 0.88, 1.2],
        [s * 0.8, 1.2],
      ]);
      part("#3a0806", 120, rect(s * 0.6, 0.42, s * 0.84, 0.46));
    });
    e.fillStyle = "rgb(0,255,0)";
    poly(e, rect(-0.16, 1.79, 0.16, 1.815));
    plate(0.68);
  } else {
    part(rgb(paint), 26, rect(-1.4, 0.9, 1.4, 3.8));
    for (let i = 0; i < 40; i++) {
      // streaks of dirt
      a.fillStyle = `rgba(40,32,22,${0.03 + (0.05 * ((i * 37) % 10)) / 10})`;
      const X = -1.2 + ((i * 0.618) % 1) * 2.4;
      a.fillRect(X, 0.9, 0.03 + ((i * 13) % 7) * 0.012, 0.6 + ((i * 29) % 11) * 0.22);
    }
    const g = a.createLinearGradient(0, 0.9, 0, 2.2);
    g.addColorStop(0, "rgba(24,20,14,.6)");
    g.addColorStop(1, "rgba(24,20,14,0)");
    a.fillStyle = g;
    a.fillRect(-1.3, 0.9, 2.6, 1.3);
    seam(
      [
        [0, 0.95],
        [0, 3.45],
      ],
      0.03,
      "rgba(0,0,0,.7)",
    );
    seam(
      [
        [-1.17, 0.95],
        [-1.17, 3.45],
        [1.17, 3.45],
        [1.17, 0.95],
        [-1.17, 0.95],
      ],
      0.05,
      "rgba(20,20,20,.8)",
    );
    for (const X of [-0.78, -0.3, 0.3, 0.78]) {
      seam(
        [
          [X, 0.95],
          [X, 3.42],
        ],
        0.022,
        "rgba(150,150,150,.55)",
      );
      seam(
        [
          [X + 0.02, 0.95],
          [X + 0.02, 3.42],
        ],
        0.014,
        "rgba(0,0,0,.55)",
      );
      part("#8b8b88", 80, rect(X - 0.05, 1.5, X + 0.05, 1.62));
    }
    both((s) =>
      [1.1, 2.1, 3.1].forEach((y) => part("#77777a", 60, rect(s * 1.1, y, s * 1.2, y + 0.14))),
    );
    part("#0a0a0b", 20, rect(-1.4, 0, 1.4, 0.9));
    part("#1a1b1d", 40, rect(-1.22, 0.42, 1.22, 0.62));
    for (let i = 0; i < 6; i++)
      part(i % 2 ? "#d8d4c8" : "#b3260f", 10, rect(-1.2 + i * 0.4, 0.66, -0.8 + i * 0.4, 0.76));
    both((s) => {
      lamp(rect(s * 0.78, 0.44, s * 1.18, 0.6), 16, 14);
      e.fillStyle = "rgb(235,20,0)";
      poly(e, rect(s * 1.02, 0.455, s * 1.165, 0.585));
      e.fillStyle = "rgb(20,225,0)";
      poly(e, rect(s * 0.88, 0.455, s * 1.0, 0.585));
      e.fillStyle = "rgb(150,0,0)";
      poly(e, rect(s * 1.12, 3.56, s * 1.2, 3.6));
    });
    plate(0.24);
  }
  const o = { srgb: true, aniso: 4 };
  return { A: texture(A, o), E: texture(E, o), M: texture(M, {}), w, h };
}
