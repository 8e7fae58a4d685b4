/** The street repeats: metres from one copy to the next. */
export const PERIOD = 60;
export const COPIES = 4;
/** Parked cars: side and places along the period. */
export const PARKED = [
  [-1, [3, 9.2, 15.5, 22, 33.5, 47, 53.5]],
  [1, [5.5, 12, 18.6, 30, 36.4, 50]],
];
