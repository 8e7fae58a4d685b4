/** The road repeats: metres from one copy to the next. The film travels exactly one period. */
export const PERIOD = 136;
/** Copies ahead, as far as one can see. */
export const COPIES = 5;
/** Metres between street lamps. */
export const LAMP_DISTANCE = 34;
/** Half width, height and length of vehicles in metres. */
export const VEHICLE_SIZE = {
  car: [0.94, 1.47, 4.3],
  van: [0.98, 1.94, 4.6],
  truck: [1.24, 3.6, 7.3],
};
