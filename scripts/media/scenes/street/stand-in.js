import * as THREE from "three";

const solid = new THREE.MeshBasicMaterial({ colorWrite: false });

/** A car drawn into depth only: it hides what is behind it. */
export function standIn() {
  const q = new THREE.Group(),
    a = new THREE.Mesh(new THREE.BoxGeometry(1.72, 0.66, 4.1), solid),
    b = new THREE.Mesh(new THREE.BoxGeometry(1.36, 0.5, 2.0), solid);
  a.position.y = 0.56;
  b.position.set(0, 1.12, -0.1);
  q.add(a, b);
  q.children.forEach((m) => ((m.renderOrder = -5), (m.frustumCulled = false)));
  return q;
}
