import { ArrowRight, ArrowUp, ArrowUpRight } from "lucide-react";

/** Who uses the insights, as destinations on a guide sign. */
export const destinations = [
  { name: "City operations", Direction: ArrowUp },
  { name: "Public transportation", Direction: ArrowUp },
  { name: "Navigation", Direction: ArrowUpRight },
  { name: "Urban planning", Direction: ArrowRight },
  { name: "Geospatial, and more", Direction: ArrowRight },
] as const;
