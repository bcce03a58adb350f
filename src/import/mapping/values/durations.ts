import { ownEntry } from '../../../base/text/own-entry.ts';
import { maxDuration } from '../../../language/flow/duration.ts';
import type { Expression } from '../../groovy/syntax.ts';
import type { Scope } from '../context/job-mapping.ts';
import type { ByHand } from '../drafts/draft-flow.ts';
import { constantOf } from './values.ts';

/** Seconds of the units of Java that Jenkins accepts. */
const units: Readonly<Record<string, number>> = {
  NANOSECONDS: 1e-9,
  MICROSECONDS: 1e-6,
  MILLISECONDS: 1e-3,
  SECONDS: 1,
  MINUTES: 60,
  HOURS: 3600,
  DAYS: 86_400,
};

/** The duration in the arguments of `timeout(time: 1, unit: 'HOURS')` or `timeout(30)`, as flows write it. */
export function durationOf(given: ReadonlyMap<string, Expression>, scope: Scope): string | ByHand {
  const time = given.get('time') ?? given.get('0');
  const unit = given.get('unit');
  const amount = time === undefined ? undefined : numberOf(constantOf(time, scope));
  const name = unit === undefined ? 'MINUTES' : constantOf(unit, scope);
  const factor = typeof name === 'string' ? ownEntry(units, name.toUpperCase()) : undefined;
  if (amount === undefined) return { byHand: 'its duration is not constant' };
  if (factor === undefined) return { byHand: 'its unit is not constant' };
  const seconds = Number((amount * factor).toPrecision(12));
  if (seconds < 0.001 || seconds > maxDuration.seconds)
    return { byHand: 'a duration is more than zero and at most a year' };
  return durationText(seconds);
}

/** A constant number of a unit in seconds; undefined if it is not one. */
export function secondsOf(time: unknown, unit: unknown): number | undefined {
  const factor = typeof unit === 'string' ? ownEntry(units, unit) : undefined;
  const number = numberOf(time);
  if (number === undefined || factor === undefined || !(number >= 0)) return undefined;
  return Math.round(number * factor * 1000) / 1000;
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined;
}

/** A duration of more than zero as flows write it: `1h30m`, `45s`. */
export function durationText(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = Math.round((seconds % 60) * 1000) / 1000;
  return [hours > 0 ? `${hours}h` : '', minutes > 0 ? `${minutes}m` : '', rest > 0 ? `${rest}s` : ''].join('');
}
