import { paintStencil } from "./drawn/road-paint.js";
import { STENCILS } from "./drawn/stencil-shapes.js";

/** Article pictures: road markings, worn, on asphalt. */
export default function stencils() {
  const names = Object.keys(STENCILS);
  return {
    pictures: Object.fromEntries(names.map((name, i) => [`paint-${name}`, paintStencil(name, i)])),
  };
}
