import { maxDuration } from '../../language/flow/duration.ts';
import type { Expression } from '../groovy/syntax.ts';
import { constantOf } from './constant-of.ts';
import type { ByHand } from './draft-task.ts';
import type { Scope } from './scope.ts';

/** Seconds of the units of Java that Jenkins accepts. */
const seconds: Readonly<Record<string, number>> = {
  NANOSECONDS: 1e-9,
  MICROSECONDS: 1e-6,
  MILLISECONDS: 1e-3,
  SECONDS: 1,
  MINUTES: 60,
  HOURS: 3600,
  DAYS: 86_400,
};

/**
 * The duration in the arguments of `timeout(time: 1, unit: 'HOURS')`, `timeout(30)` or `sleep 5`, as flows write it.
 * @param defaultUnit of a number without a unit
 */
export function durationOf(
  given: ReadonlyMap<string, Expression>,
  scope: Scope,
  defaultUnit = 'MINUTES',
): string | ByHand {
  const time = given.get('time') ?? given.get('0');
  const unit = given.get('unit');
  const amount = time === undefined ? undefined : numberOf(constantOf(time, scope));
  const name = unit === undefined ? defaultUnit : constantOf(unit, scope);
  const factor = typeof name === 'string' ? seconds[name.toUpperCase()] : undefined;
  if (amount === undefined) return { byHand: 'its duration is not constant' };
  if (factor === undefined) return { byHand: 'its unit is not constant' };
  const total = Number((amount * factor).toPrecision(12));
  if (total < 0.001 || total > maxDuration.seconds)
    return { byHand: 'a duration is more than zero and at most a year' };
  return durationText(total);
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined;
}

function durationText(total: number): string {
  const whole = Math.floor(total);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const rest = Number((total - hours * 3600 - minutes * 60).toFixed(3));
  return `${hours > 0 ? `${hours}h` : ''}${minutes > 0 ? `${minutes}m` : ''}${rest > 0 ? `${rest}s` : ''}`;
}
