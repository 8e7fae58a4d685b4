import * as THREE from "three";
import { loop } from "./loop.js";

/**
 * The eye behind the windscreen: it sways and shakes, and its vanishing point is where the picture needs it.
 *
 * @param options `x`, `y` in metres, `foc` focal length in half picture heights, `hx`, `hz` the vanishing
 *   point from the middle in half picture heights, to the right and up
 */
export function createCamera(options, { uniforms: U, width: W, height: H }) {
  const cam = new THREE.PerspectiveCamera();
  cam.matrixAutoUpdate = true;
  return {
    cam,
    /** At a phase of the loop, 0 to 1. */
    move(ph) {
      const cx =
          options.x +
          loop(ph, [
            [0.06, 1, 0.2],
            [0.02, 3, 0.7],
          ]),
        cy =
          options.y +
          loop(ph, [
            [0.006, 7, 0],
            [0.004, 13, 0.3],
            [0.003, 23, 0.8],
          ]);
      U.uCamX.value = cx;
      U.uCamY.value = cy;
      cam.position.set(cx, cy, 0);
      const pitch = loop(ph, [
          [0.0011, 6, 0.1],
          [0.0008, 11, 0.6],
          [0.0005, 19, 0.2],
        ]),
        roll = loop(ph, [
          [0.0016, 2, 0.3],
          [0.0008, 5, 0.9],
        ]);
      cam.rotation.set(
        pitch,
        loop(ph, [
          [0.0014, 1, 0.4],
          [0.0006, 4, 0.1],
        ]),
        roll,
      );
    },
    /** Shifts the picture by parts of a pixel, so that sub-frames smooth each other's edges. */
    project(jx, jy) {
      const { foc, hx, hz } = options,
        e = cam.projectionMatrix.elements,
        n = 0.3,
        f = 900;
      e.fill(0);
      e[0] = (foc * H) / W;
      e[5] = foc;
      e[8] = (-hx * H) / W + (jx * 2) / W;
      e[9] = -hz + (jy * 2) / H;
      e[10] = -(f + n) / (f - n);
      e[11] = -1;
      e[14] = (-2 * f * n) / (f - n);
      cam.projectionMatrixInverse.copy(cam.projectionMatrix).invert();
    },
    /** Where a point of the road is in the picture, in percent; `bend` is the road's at this moment. */
    percent(x, y, s, bend) {
      const { foc, hx, hz } = options;
      const X = ((x + bend * s * s - U.uCamX.value) * foc) / s + hx,
        Y = ((y - U.uCamY.value) * foc) / s + hz;
      return [((X * H) / W + 1) * 50, (1 - Y) * 50];
    },
  };
}
