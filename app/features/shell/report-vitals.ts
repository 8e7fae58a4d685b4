import { onCLS, onFCP, onINP, onLCP, onTTFB, type Metric } from "web-vitals";

/** Referral addresses end in somebody's code. */
const page = location.pathname.startsWith("/ref/") ? "/ref/*" : location.pathname;

const vitals: Partial<Record<Metric["name"], number>> = {};

for (const measure of [onCLS, onFCP, onINP, onLCP, onTTFB]) {
  measure(({ name, value }) => (vitals[name] = Math.round(value * 1000) / 1000));
}

// After the listeners of the library, which says its last word at the same moment.
document.addEventListener("visibilitychange", function tell() {
  if (document.visibilityState !== "hidden") return;
  document.removeEventListener("visibilitychange", tell);
  navigator.sendBeacon("/vitals", JSON.stringify({ page, vitals }));
});
