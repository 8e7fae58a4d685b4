/** Reasons that mutants of several areas have. */
export const NOTHING = "null, false and undefined are all nothing to who asks";
export const REMEMBERED =
  "what is remembered spares work, and is the same when it is worked out again";
export const AT_LOADING =
  "done once when the module is loaded, before the runner changes anything; the module's tests fail with it";
export const ALWAYS_THERE = "it is always there: the question mark is for the compiler";
