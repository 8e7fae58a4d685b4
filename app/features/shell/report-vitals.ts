import { onCLS, onFCP, onINP, onLCP, onTTFB, type Metric } from "web-vitals";

/** The reported path. Referral addresses end in a person's code, which is not reported. */
const page = location.pathname.startsWith("/ref/") ? "/ref/*" : location.pathname;

const vitals: Partial<Record<Metric["name"], number>> = {};

for (const measure of [onCLS, onFCP, onINP, onLCP, onTTFB]) {
  measure(({ name, value }) => (vitals[name] = Math.round(value * 1000) / 1000));
}

// Registered after the library's listeners, which report their final values on the same event.
document.addEventListener("visibilitychange", function report() {
  if (document.visibilityState !== "hidden") return;
  document.removeEventListener("visibilitychange", report);
  navigator.sendBeacon("/vitals", JSON.stringify({ page, vitals }));
});
