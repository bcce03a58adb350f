import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '../../../src/base/text/json-value.ts';
import type { Probe, ProbedCase } from './probes.ts';
import { composed, isComposed, isDigested, isPublic, isText } from './probing-flow.ts';

/** The result of running a flow of the corpus. */
export interface ProbedRun {
  readonly log: string;
  readonly outputs: JsonObject;
  /** Whether every task must have run. */
  readonly isWhole: boolean;
}

/** Describes each value that was not as expected; empty if all of them arrived. */
export function compareSightings({ probes }: ProbedCase, { log, outputs, isWhole }: ProbedRun): string[] {
  const seen = new Map(
    [...log.matchAll(/^saw (\S+) (\S+) ([0-9a-f]*)\r?$/gm)].map(([, place, id, bytes = '']) => [
      `${place} ${id}`,
      bytes,
    ]),
  );
  return probes.flatMap((probe) => {
    const printed = printedPlaces(probe).flatMap(({ place, value }) => {
      const bytes = seen.get(`${place} ${probe.id}`);
      if (bytes === undefined) return isWhole ? [`${place}, ${probe.name}: nothing was printed`] : [];
      return isSame(probe, bytes, value)
        ? []
        : [difference(probe, place, value, isDigested(probe) ? bytes : Buffer.from(bytes, 'hex').toString())];
    });
    const returned =
      isPublic(probe) && isWhole
        ? outputPlaces(probe).flatMap(({ place, value }) =>
            isDeepStrictEqual(outputs[`${place}-${probe.id}`], value)
              ? []
              : [difference(probe, `output ${place}`, value, outputs[`${place}-${probe.id}`])],
          )
        : [];
    return [...printed, ...loggedProblems(probe, log, isWhole), ...returned];
  });
}

interface Place {
  readonly place: string;
  readonly value: JsonValue;
}

/** What the tasks of probing-flow.ts print. */
function printedPlaces(probe: Probe): Place[] {
  const whole = [
    'shell',
    'bash',
    'bash-environment',
    'python',
    'python-environment',
    'called',
    ...(isPublic(probe) ? ['output-of-fields', 'output-of-called'] : []),
  ];
  const places = whole.map((place) => ({ place, value: probe.value }));
  if (!isComposed(probe)) return places;
  const variables = ['shell-variable', 'bash-variable'].map((place) => ({ place, value: inVariable(probe) }));
  return [...places, ...variables, { place: 'python-string', value: `<${String(probe.value)}>` }];
}

function outputPlaces(probe: Probe): Place[] {
  const whole = ['input', 'field', 'called'].map((place) => ({ place, value: probe.value }));
  return isComposed(probe) ? [...whole, { place: 'variable', value: inVariable(probe) }] : whole;
}

function inVariable({ value }: Probe): string {
  return `${composed.before}${String(value)}${composed.behind}`;
}

/** @param bytes in hexadecimal; with `isDigested` their SHA-256 */
function isSame(probe: Probe, bytes: string, value: JsonValue): boolean {
  if (isDigested(probe)) return bytes === createHash('sha256').update(String(value)).digest('hex');
  if (isText(probe)) return bytes === Buffer.from(String(value)).toString('hex');
  try {
    return isDeepStrictEqual(JSON.parse(Buffer.from(bytes, 'hex').toString()), value);
  } catch {
    return false;
  }
}

/** Jenkins changes the line endings of a log, so any line ending is accepted there. */
function loggedProblems(probe: Probe, log: string, isWhole: boolean): string[] {
  if (!isPublic(probe)) return [];
  const [start, end] = [`[[${probe.id}:`, `:${probe.id}]]`];
  const from = log.indexOf(start);
  if (from === -1) return isWhole ? [`log, ${probe.name}: nothing was printed`] : [];
  const to = log.indexOf(end, from);
  const found = log.slice(from + start.length, to === -1 ? undefined : to).replaceAll('\r\n', '\n');
  if (!isText(probe))
    return isSame(probe, Buffer.from(found).toString('hex'), probe.value)
      ? []
      : [difference(probe, 'log', probe.value, found)];
  return found === String(probe.value).replaceAll('\r\n', '\n') ? [] : [difference(probe, 'log', probe.value, found)];
}

function difference(probe: Probe, place: string, value: JsonValue, found: JsonValue | undefined): string {
  return `${place}, ${probe.name}: ${shown(found)} instead of ${shown(value)}`;
}

/** Escapes every character that is not plain. */
function shown(value: JsonValue | undefined): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).slice(0, 200);
}
