import { smooth } from "../shared/numbers.js";
import { LIGHT } from "./light-cards.js";
import { loop } from "./loop.js";
import { VEHICLE_SIZE } from "./period.js";

/** Height and lateral place of tail lamps in metres. */
const LAMP_HEIGHT = { car: 0.84, van: 1.06, truck: 0.52 };
const LAMP_OFFSET = { car: 0.72, van: 0.87, truck: 1.03 };
const mul = (c, k) => c.map((v) => v * k);

/** Where a vehicle is and how hard it brakes (0 to 1) at a phase of the loop. */
export const vehicleAt = (v, ph) => ({
  x:
    v.x +
    loop(ph, [
      [0.1, 1, v.z * 0.13],
      [0.05, 2, v.z * 0.31],
    ]),
  s: v.z + loop(ph, [[0.5, 1, v.z * 0.21]]),
  brake: v.brake
    ? Math.max(
        ...v.brake.map(
          ([a, b]) => smooth(a - 0.012, a + 0.006, ph) * (1 - smooth(b, b + 0.02, ph)),
        ),
      )
    : 0,
});

/** Puts the vehicles in place, tells the road about their shadows, and lays their tail lamps. */
export function drive({ uniforms: U }, vehicles, card, ph) {
  vehicles.forEach((v, i) => {
    const p = vehicleAt(v, ph),
      [w, , l] = VEHICLE_SIZE[v.kind];
    v.mesh.position.set(p.x, 0, -p.s);
    v.mesh.rotation.set(
      loop(ph, [
        [0.0022, 5, i * 0.3],
        [0.0014, 9, i * 0.7],
      ]),
      loop(ph, [[0.006, 1, v.z * 0.13 + 0.25]]),
      loop(ph, [
        [v.kind === "truck" ? 0.006 : 0.003, 3, i * 0.37],
        [0.002, 7, i * 0.19],
      ]),
    );
    v.mesh.position.y = loop(ph, [
      [0.008, 6, i * 0.41],
      [0.005, 11, i * 0.23],
    ]);
    v.mesh.material.uniforms.uBrake.value = p.brake;
    const y = LAMP_HEIGHT[v.kind],
      x = LAMP_OFFSET[v.kind];
    if (U.uV.value[i]) {
      U.uV.value[i].set(p.x, p.s, w, p.brake);
      U.uK.value[i].set(y, l, 0);
    }
    for (const d of [-x, x]) {
      card(
        p.x + d,
        y,
        p.s - 0.25,
        0.85 + p.s * 0.012,
        mul([1, 0.075, 0.03], 0.55 + 0.9 * p.brake),
        LIGHT.halo,
      );
      if (p.s > 34)
        card(
          p.x + d,
          y,
          p.s - 0.2,
          0.16 + p.s * 0.0012,
          mul([1, 0.07, 0.03], 2.4 + 3 * p.brake),
          LIGHT.lamp,
        );
    }
    if (p.brake > 0) card(p.x, y, p.s - 0.4, 2.2, mul([1, 0.07, 0.03], 0.4 * p.brake), LIGHT.halo);
  });
}
