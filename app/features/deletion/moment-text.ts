import type { Messages } from "~/features/shell/messages";
import { INDIA_MINUTES, offsetText, zonedTime } from "~/lib/format-zone";

/** Parts of a moment: the day, the time to the minute (`clock`) or to the second (`exact-clock`), or both. */
export type MomentForm = "day" | "clock" | "exact-clock" | "day-clock" | "day-exact-clock";

/**
 * A moment as a text in the page's language, with its time zone.
 *
 * @param time epoch milliseconds
 * @param offset minutes by which the zone is ahead of UTC
 */
export function momentText(messages: Messages, time: number, form: MomentForm, offset = 0): string {
  const { day, minute, second } = zonedTime(time, offset, messages.language);
  const zone = zoneText(messages, offset);
  switch (form) {
    case "day":
      return messages.text("time.day", { day, zone });
    case "clock":
      return messages.text("time.clock", { time: minute, zone });
    case "exact-clock":
      return messages.text("time.clock", { time: second, zone });
    case "day-clock":
      return messages.text("time.moment", { day, time: minute, zone });
    case "day-exact-clock":
      return messages.text("time.moment", { day, time: second, zone });
  }
}

function zoneText(messages: Messages, offset: number): string {
  if (offset === INDIA_MINUTES) return messages.text("time.india");
  return offset === 0
    ? messages.text("time.utc")
    : messages.text("time.zone", { offset: offsetText(offset) });
}
