import { z } from "zod";

/** The core API's envelope: `{success: true, data}` or `{success: false, error}`. */
export const envelope = z.object({ success: z.boolean() });

export const SUCCESS = z.literal(true);

/** Reads a whole answer as its `data`. */
export function answerOf<T>(data: z.ZodType<T>) {
  return z.object({ success: SUCCESS, data }).transform((answer) => answer.data);
}
