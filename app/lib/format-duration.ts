/**
 * A duration as `h:mm:ss`. Hours keep counting beyond 24 (`936:12:05`).
 *
 * @param seconds rounded to whole seconds; a negative duration keeps its sign
 */
export function formatDuration(seconds: number): string {
  const whole = Math.round(Math.abs(seconds));
  const pad = (value: number) => String(value).padStart(2, "0");
  const clock = `${Math.floor(whole / 3600)}:${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}`;
  return seconds < 0 && whole > 0 ? `-${clock}` : clock;
}

/**
 * An age in the largest whole unit (`20 s`, `3 min`, `2 h`, `5 d`).
 *
 * @param milliseconds negative values count as 0, because the clocks of two machines never agree fully
 */
export function formatAge(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}
