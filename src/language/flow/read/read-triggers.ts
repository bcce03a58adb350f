import { parseTemplate } from '../../expressions/parse-template.ts';
import { scheduleConditionRoots, webhookConditionRoots } from '../../expressions/read-reference.ts';
import { referenceText, typeOfTriggerPart, type Reference } from '../../expressions/reference.ts';
import { templateReferences } from '../../expressions/references-of.ts';
import type { InputTypeName } from '../../expressions/value-type.ts';
import { readId, taskIdRule } from '../../document/id-rule.ts';
import { enumerate, quoteShort } from '../../../problem/describe-value.ts';
import type { JsonObject } from '../../../problem/json-value.ts';
import type { Placed, PlacedCondition } from '../flow-draft.ts';
import type { Trigger } from '../flow.ts';
import { addInside } from '../relative-problems.ts';
import { textsOf } from '../texts-of.ts';
import { cronProblem } from './cron.ts';
import { PropertyReader } from '../../document/property-reader.ts';
import type { PlacedMapping } from '../../document/entries.ts';
import { readTriggerConditions } from './read-trigger-conditions.ts';
import { readWebhook, type CommonTriggerProperties } from './read-webhook.ts';
import type { Reading } from '../../document/reading.ts';
import { reportDuplicates } from './report-duplicates.ts';

const triggerTypes = ['schedule', 'webhook'] as const;

export interface TriggerOptions {
  /** How many a flow has at most. */
  readonly max: number;
  readonly typeOfInput: (id: string) => InputTypeName | undefined;
}

/** The `triggers` of a flow (DESIGN 2) and their conditions; those above the limit are counted and not read. */
export function readTriggers(
  flow: PropertyReader,
  options: TriggerOptions,
  reading: Reading,
): { readonly triggers: readonly Placed<Trigger>[]; readonly conditions: readonly PlacedCondition[] } {
  const { max } = options;
  const entries = flow.entries('triggers');
  if (entries.length > max) {
    const message = `A flow has at most ${max} triggers; this one has ${entries.length}.`;
    flow.report('invalid-value', 'triggers', message, { at: 'key' });
  }
  const conditions: PlacedCondition[] = [];
  const triggers = entries.mappings(max).flatMap((placed) => {
    const read = readTrigger(placed, options, reading);
    conditions.push(...(read?.conditions ?? []));
    return read === undefined ? [] : [{ value: read.trigger, path: placed.path }];
  });
  reportDuplicates('trigger', triggers, reading);
  return { triggers, conditions };
}

interface ReadTrigger {
  readonly trigger: Trigger;
  readonly conditions: readonly PlacedCondition[];
}

function readTrigger(
  placed: PlacedMapping,
  { typeOfInput }: TriggerOptions,
  reading: Reading,
): ReadTrigger | undefined {
  const reader = new PropertyReader(placed, reading);
  const id = readId(reader, 'id', taskIdRule);
  const type = reader.requiredText('type');
  const own = {
    id: id ?? '',
    inputs: reader.mapping('inputs')?.rest() ?? {},
    disabled: reader.boolean('disabled') ?? false,
  };
  if (type === 'schedule' || type === 'webhook') {
    const roots = type === 'schedule' ? scheduleConditionRoots : webhookConditionRoots;
    const typeOf = (reference: Reference) =>
      typeOfTriggerPart(reference) ?? (reference.root === 'inputs' ? typeOfInput(reference.id) : undefined);
    const conditions = readTriggerConditions(reader, { roots, typeOf }, reading);
    const common = { ...own, conditions: conditions.map(({ value }) => value) };
    return { trigger: (type === 'schedule' ? readSchedule : readWebhook)(reader, common, reading), conditions };
  }
  if (type !== undefined) {
    const suggestion = reading.suggestions.for(type, triggerTypes);
    reader.report(
      'invalid-value',
      'type',
      `There is no trigger type ${quoteShort(type)}; allowed are ${enumerate(triggerTypes)}.${suggestion}`,
    );
  }
  return undefined;
}

function readSchedule(reader: PropertyReader, common: CommonTriggerProperties, reading: Reading): Trigger {
  const cron = requiredCron(reader) ?? '';
  const timezone = reader.text('timezone');
  reader.finish();
  rejectReferences(reader, common.inputs, reading);
  const problem = cron === '' ? undefined : cronProblem(cron);
  if (problem !== undefined)
    reader.report('invalid-cron', 'cron', `The schedule ${quoteShort(cron)} cannot be read: ${problem}.`);
  if (timezone !== undefined && !isTimeZone(timezone)) {
    reader.report(
      'invalid-value',
      'timezone',
      `There is no time zone ${quoteShort(timezone)}; write a name such as Europe/Berlin or UTC.`,
    );
  }
  return { type: 'schedule', ...common, cron, ...(timezone !== undefined && { timezone }) };
}

function requiredCron(reader: PropertyReader): string | undefined {
  if (reader.value('cron') !== undefined) return reader.requiredText('cron');
  const message =
    'A schedule needs "cron", which says when it starts the flow: minute, hour, day of the month, month and day of the week, such as cron: "0 3 * * *" for every day at 03:00.';
  if (reader.names.includes('cron')) reader.report('missing-property', 'cron', message, { at: 'key' });
  else reader.problems.push({ code: 'missing-property', message, path: reader.path, at: 'first-key' });
  return undefined;
}

/** A tick brings no values along; whatever else stands in braces is text. */
function rejectReferences(reader: PropertyReader, inputs: JsonObject, { problems }: Reading): void {
  for (const { path, text } of textsOf(inputs)) {
    const place = [...reader.pathOf('inputs'), ...path];
    const { template, problems: inside } = parseTemplate(text);
    addInside(problems, place, inside);
    for (const { reference, range } of templateReferences(template)) {
      const message = `${referenceText(reference)} has no value yet when a schedule starts the flow; write the value itself.`;
      problems.push({ code: 'invalid-expression', message, path: place, range });
    }
  }
}

/** A name of the time zone database. Offsets are rejected, as not every engine knows them. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
