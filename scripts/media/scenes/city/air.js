/** Haze above and below, and a vignette. */
export function drawAir(x, width, height) {
  const g2 = x.createLinearGradient(0, 0, 0, height);
  g2.addColorStop(0, "rgba(12,14,16,.8)");
  g2.addColorStop(0.2, "rgba(12,14,16,.25)");
  g2.addColorStop(0.4, "rgba(12,14,16,0)");
  g2.addColorStop(0.85, "rgba(12,14,16,0)");
  g2.addColorStop(1, "rgba(12,14,16,.75)");
  x.fillStyle = g2;
  x.fillRect(0, 0, width, height);
  const v = x.createRadialGradient(
    width * 0.52,
    height * 0.5,
    260,
    width * 0.52,
    height * 0.5,
    820,
  );
  v.addColorStop(0, "rgba(12,14,16,0)");
  v.addColorStop(1, "rgba(12,14,16,.62)");
  x.fillStyle = v;
  x.fillRect(0, 0, width, height);
}
