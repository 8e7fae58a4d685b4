/** The brand mark, a lane line that runs to the horizon, as an SVG path in a 26 by 30 view box. */
export const BRAND_MARK = "M0 30h26l-3.4-11.4H3.4zM4.4 15.6h17.2L19.2 7.6H6.8zM7.6 5h10.8L17 0H9z";
