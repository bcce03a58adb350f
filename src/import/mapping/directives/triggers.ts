import type { JsonObject, JsonValue } from '../../../base/text/json-value.ts';
import { ownEntry } from '../../../base/text/own-entry.ts';
import { cronProblem } from '../../../language/flow/read/cron.ts';
import { argumentsOf } from '../../groovy/arguments-of.ts';
import type { Call } from '../../groovy/syntax.ts';
import type { JobMapping, Scope } from '../context/job-mapping.ts';
import type { ByHand } from '../drafts/draft-flow.ts';
import { constantOf } from '../values/values.ts';
import { resolveCron } from './resolve-cron.ts';

/** Adds a schedule for each line of `cron` and `parameterizedCron`, and reports each call in `triggers { }`. */
export function mapTriggers(calls: readonly Call[], scope: Scope): void {
  for (const call of calls) {
    const construct = `trigger ${call.name}`;
    const schedules = schedulesOf(call, scope);
    if ('byHand' in schedules) {
      scope.job.findings.add(call, construct, schedules);
      continue;
    }
    const ids = schedules.list.map((schedule) => {
      const id = freeId(scope.job);
      scope.job.flow.triggers.push({ id, type: 'schedule', ...schedule });
      return id;
    });
    const [target] = ids;
    const empty = target === undefined ? { note: 'it is empty, so it never fires' } : { target };
    scope.job.findings.add(call, construct, { differs: schedules.differs, ...empty });
  }
}

/** Why a trigger has no counterpart, and what to do. */
const advice: Readonly<Record<string, string>> = {
  pollSCM: 'flows do not poll a repository: let it call a webhook of the flow',
  upstream: 'no flow waits for others: call this flow at the end of those flows, with a Subflow task',
};

const webhookAdvice = 'add a webhook to the flow, and read its inputs from the body of the call';

interface Schedules {
  readonly list: readonly JsonObject[];
  readonly differs: readonly string[];
}

function schedulesOf(call: Call, scope: Scope): Schedules | ByHand {
  const takesInputs = call.name === 'parameterizedCron';
  if (call.name !== 'cron' && !takesInputs) return { byHand: ownEntry(advice, call.name) ?? webhookAdvice };
  const given = argumentsOf(call);
  const argument = given.get('0') ?? given.get('spec') ?? given.get('parameterizedSpecification');
  const spec = argument === undefined ? undefined : constantOf(argument, scope);
  if (typeof spec !== 'string') return { byHand: 'its schedule is not constant' };
  const { flow } = scope.job;
  const list: JsonObject[] = [];
  const differs: string[] = [];
  let timezone: string | undefined;
  for (const [index, line] of linesOf(spec).entries()) {
    const zone = /^TZ=(.*)$/.exec(line)?.[1]?.trim();
    if (zone !== undefined) {
      if (!isTimeZone(zone)) return { byHand: `the time zone ${zone} is not known` };
      timezone = zone;
      continue;
    }
    const [times = '', values] = takesInputs ? split(line) : [line];
    const resolved = resolveCron(times, `${flow.namespace}/${flow.id} ${index}`);
    if (resolved === undefined) return { byHand: `flows have no schedule like ${line}` };
    const problem = cronProblem(resolved.cron);
    if (problem !== undefined) return { byHand: `${times.trim()}: ${problem}` };
    const inputs = values === undefined ? undefined : inputsOf(values, scope);
    if (inputs !== undefined && 'byHand' in inputs) return inputs;
    list.push({
      cron: resolved.cron,
      ...(timezone !== undefined && { timezone }),
      ...(inputs !== undefined && { inputs: inputs.values }),
    });
    if (resolved.isChosen) differs.push(`${times.trim()} became ${resolved.cron}, but Jenkins chooses another time`);
  }
  if (timezone === undefined && list.some(({ cron }) => hasTime(String(cron))))
    differs.push('times are in UTC, but Jenkins uses the time zone of its machine: set timezone');
  return { list, differs };
}

function linesOf(spec: string): readonly string[] {
  return spec
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** Whether the hour or a day is fixed, so that the time zone matters. */
function hasTime(cron: string): boolean {
  return !/^\S+ \* \* \* \*$/.test(cron);
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** `H * * * * %A=1;B=2`: the times and the values. */
function split(line: string): [string, string | undefined] {
  const percent = line.indexOf('%');
  return percent < 0 ? [line, undefined] : [line.slice(0, percent), line.slice(percent + 1)];
}

function inputsOf(text: string, { params }: Scope): { readonly values: JsonObject } | ByHand {
  const values: Record<string, JsonValue> = {};
  for (const pair of text.split(';').filter((part) => part.trim() !== '')) {
    const [name = '', value] = pair.split(/=([^]*)/).map((part) => part.trim());
    const parameter = params.get(name);
    if (value === undefined || parameter === undefined) return { byHand: `the flow has no input ${name}` };
    if (parameter.form === 'secret') return { byHand: `the value of ${name} is a secret` };
    values[name] = parameter.form === 'boolean' ? value === 'true' : value;
  }
  return { values };
}

function freeId({ flow }: JobMapping): string {
  const taken = new Set(flow.triggers.map(({ id }) => id));
  let number = 1;
  while (taken.has(number === 1 ? 'cron' : `cron-${number}`)) number++;
  return number === 1 ? 'cron' : `cron-${number}`;
}
