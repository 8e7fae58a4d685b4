import { drawAir } from "./city/air.js";
import { drawGround } from "./city/ground.js";
import { diamondBox, drawHazards, OFF, planHazards } from "./city/hazards.js";
import { drawHouses } from "./city/houses.js";
import { createPen } from "./city/pen.js";
import { planCity } from "./city/plan.js";
import { drawRoutes, planRoutes } from "./city/routes.js";
import { drawTraffic, planTraffic } from "./city/traffic.js";
import { createView } from "./city/view.js";
import { bytesOf, canvas } from "./shared/canvas.js";
import { rng } from "./shared/random.js";

/** How strongly routes shine through the houses in front of them. */
const THROUGH_HOUSES = 0.34;

/** The city as data: five hazards appear, the amber route breaks, the green-blue one goes around. */
export default function pulsegenHero({ width, height, frames }) {
  const picture = canvas(width, height),
    x = picture.getContext("2d", { willReadFrequently: true });
  const random = rng(21),
    city = planCity(random),
    routes = planRoutes(city),
    hazards = planHazards(city),
    cars = planTraffic(random, city);
  const { look, M } = createView(width, height),
    pen = createPen(x, M);

  function draw(frame) {
    const phase = frame / frames;
    look(phase);
    x.setTransform(1, 0, 0, 1, 0, 0);
    x.globalAlpha = 1;
    x.globalCompositeOperation = "source-over";
    x.fillStyle = "#0C0E10";
    x.fillRect(0, 0, width, height);
    drawGround(pen, city);
    drawRoutes(pen, routes, hazards, phase, 1);
    drawTraffic(x, M, cars, phase);
    drawHouses(pen, city.blocks, hazards, phase, width, height);
    drawRoutes(pen, routes, hazards, phase, THROUGH_HOUSES);
    drawHazards(x, M, hazards, phase);
    drawAir(x, width, height);
    return bytesOf(picture);
  }

  function seen(frame) {
    const phase = frame / frames;
    look(phase);
    const marks = hazards
      .filter(({ on }) => phase >= on + 0.03 && phase <= OFF)
      .map((hazard) => {
        const [l, t, w, h] = diamondBox(M, hazard);
        const rect = [l / width, t / height, w / width, h / height].map((part) => part * 100);
        return { rect, hazard: true, name: hazard.id };
      });
    return { marks, unit: 1.5 };
  }
  return { draw, seen };
}
