/** A time that was typed or picked, in the form that the gateway reads: with `T`, and with seconds. */
export function isoTime(text: string, type: 'date' | 'datetime-local'): string {
  const trimmed = text.trim();
  if (type === 'date') return trimmed;
  const [, day, time, seconds = ':00'] = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?$/.exec(trimmed) ?? [];
  return day === undefined ? trimmed : `${day}T${time}${seconds}`;
}
