import * as THREE from "three";

/** Collects quads into one geometry: position, uv, aE (four free numbers for the shader), normal. */
export class QuadMesh {
  constructor() {
    this.p = [];
    this.t = [];
    this.e = [];
    this.n = [];
    this.i = [];
  }
  quad(a, b, c, d, uv = [0, 0, 1, 0, 1, 1, 0, 1], e = [0, 0, 0, 0], n = null) {
    const k = this.p.length / 3;
    if (!n) {
      const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]],
        v = [d[0] - a[0], d[1] - a[1], d[2] - a[2]];
      n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      const l = Math.hypot(...n) || 1;
      n = n.map((q) => q / l);
    }
    for (const q of [a, b, c, d]) {
      this.p.push(...q);
      this.e.push(...e);
      this.n.push(...n);
    }
    this.t.push(...uv);
    this.i.push(k, k + 1, k + 2, k, k + 2, k + 3);
  }
  /** Along the road: x0,y0 to x1,y1 extruded from s0 to s1 in steps. */
  strip(x0, y0, x1, y1, s0, s1, step, uv = (s) => s, e, n) {
    for (let s = s0; s < s1 - 1e-6; s += step) {
      const b = Math.min(s1, s + step);
      this.quad(
        [x0, y0, -s],
        [x0, y0, -b],
        [x1, y1, -b],
        [x1, y1, -s],
        [uv(s), 0, uv(b), 0, uv(b), 1, uv(s), 1],
        e,
        n,
      );
    }
  }
  box(x0, y0, s0, x1, y1, s1, e) {
    const A = (x, y, s) => [x, y, -s];
    this.quad(A(x0, y0, s0), A(x1, y0, s0), A(x1, y1, s0), A(x0, y1, s0), undefined, e, [0, 0, 1]);
    this.quad(A(x0, y0, s1), A(x0, y0, s0), A(x0, y1, s0), A(x0, y1, s1), undefined, e, [-1, 0, 0]);
    this.quad(A(x1, y0, s0), A(x1, y0, s1), A(x1, y1, s1), A(x1, y1, s0), undefined, e, [1, 0, 0]);
    this.quad(A(x0, y0, s0), A(x0, y0, s1), A(x1, y0, s1), A(x1, y0, s0), undefined, e, [0, -1, 0]);
    this.quad(A(x0, y1, s0), A(x1, y1, s0), A(x1, y1, s1), A(x0, y1, s1), undefined, e, [0, 1, 0]);
  }
  /** A bar between two points. */
  bar(a, b, w, e) {
    const d = [b[0] - a[0], b[1] - a[1], b[2] - a[2]],
      h = w / 2;
    const along = Math.abs(d[1]) > Math.abs(d[0]);
    const o = along ? [h, 0, 0] : [0, h, 0],
      q = along ? [0, 0, h] : [0, 0, h];
    const m = (p, s, t) => [
      p[0] + o[0] * s + q[0] * t,
      p[1] + o[1] * s + q[1] * t,
      p[2] + o[2] * s + q[2] * t,
    ];
    this.quad(m(a, -1, 1), m(b, -1, 1), m(b, 1, 1), m(a, 1, 1), undefined, e, [0, 0, 1]);
    this.quad(
      m(a, 1, 1),
      m(b, 1, 1),
      m(b, 1, -1),
      m(a, 1, -1),
      undefined,
      e,
      along ? [1, 0, 0] : [0, 1, 0],
    );
    this.quad(
      m(a, -1, 1),
      m(b, -1, 1),
      m(b, -1, -1),
      m(a, -1, -1),
      undefined,
      e,
      along ? [-1, 0, 0] : [0, -1, 0],
    );
  }
  /** Turns the order of the quads around: what was added last, and is farthest, is drawn first. */
  farFirst() {
    const q = [];
    for (let k = this.i.length - 6; k >= 0; k -= 6) q.push(...this.i.slice(k, k + 6));
    this.i = q;
  }
  geometry() {
    const g = new THREE.BufferGeometry(),
      f = (a, n) => new THREE.BufferAttribute(new Float32Array(a), n);
    g.setAttribute("position", f(this.p, 3));
    g.setAttribute("uv", f(this.t, 2));
    g.setAttribute("aE", f(this.e, 4));
    g.setAttribute("normal", f(this.n, 3));
    g.setIndex(this.i);
    return g;
  }
}
