import type { JsonObject } from '../../../base/text/json-value.ts';
import type { Entries, Placed, PlacedMap } from '../../document/entries.ts';
import { PropertyReader } from '../../document/property-reader.ts';
import type { Reading } from '../../document/reading.ts';
import type { TypeOf } from '../../expressions/condition-kind.ts';
import { scheduleConditionRoots, webhookConditionRoots, webhookRoots } from '../../expressions/read-reference.ts';
import { referenceText, typeOfTriggerPart, type Reference } from '../../expressions/reference.ts';
import { templateReferences } from '../../expressions/references-of.ts';
import type { InputTypeName } from '../../input-types/input-types.ts';
import type { PlacedCondition } from '../flow-draft.ts';
import type { Trigger } from '../flow.ts';
import { addInside } from '../relative-problems.ts';
import { textsOf } from '../texts-of.ts';
import { readTriggerConditions, reportWithheld } from './read-trigger-conditions.ts';
import { reportDuplicates } from './report-duplicates.ts';
import { triggerSection, triggerSections } from './trigger-sections.ts';

export interface TriggerOptions {
  /** The max number of triggers of a flow. */
  readonly max: number;
  readonly typeOfInput: (id: string) => InputTypeName | undefined;
}

/**
 * Reads the `triggers` of a flow (docs/reference/flows.md) and their conditions. Triggers beyond the limit are not
 * read.
 */
export function readTriggers(
  entries: Entries,
  options: TriggerOptions,
  reading: Reading,
): { readonly triggers: readonly Placed<Trigger>[]; readonly conditions: readonly PlacedCondition[] } {
  const { max } = options;
  if (entries.length > max) {
    const message = `The flow has ${entries.length} triggers; the maximum is ${max}.`;
    reading.problems.push({ code: 'invalid-value', message, path: ['triggers'], at: 'key' });
  }
  const conditions: PlacedCondition[] = [];
  const triggers = entries.maps(max).flatMap((placed) => {
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

function readTrigger(placed: PlacedMap, { typeOfInput }: TriggerOptions, reading: Reading): ReadTrigger | undefined {
  const reader = new PropertyReader(placed, reading);
  const { type } = placed.map; // decides which properties are allowed
  const typeOf = (reference: Reference) =>
    typeOfTriggerPart(reference) ?? (reference.root === 'inputs' ? typeOfInput(reference.id) : undefined);
  if (type === 'schedule') return readSchedule(reader, typeOf);
  if (type === 'webhook') return readWebhook(reader, typeOf);
  triggerSection.readProperties(reader);
  return undefined;
}

function readSchedule(reader: PropertyReader, typeOf: TypeOf): ReadTrigger {
  const read = triggerSections.schedule.read(reader);
  const { id = '', inputs = {}, disabled, cron, timezone } = read;
  const conditions = readTriggerConditions(reader, read.conditions, { roots: scheduleConditionRoots, typeOf });
  rejectReferences(reader, inputs);
  const common = { id, inputs, conditions: conditions.map(({ value }) => value), disabled };
  const times = { ...(cron !== undefined && { cron }), ...(timezone !== undefined && { timezone }) };
  return { trigger: { type: 'schedule', ...common, ...times }, conditions };
}

/** The strings in its inputs may refer to the delivery only. */
function readWebhook(reader: PropertyReader, typeOf: TypeOf): ReadTrigger {
  const read = triggerSections.webhook.read(reader);
  const { id = '', inputs = {}, disabled } = read;
  const conditions = readTriggerConditions(reader, read.conditions, { roots: webhookConditionRoots, typeOf });
  for (const { path, template, problems } of textsOf(inputs, webhookRoots)) {
    const place = [...reader.pathOf('inputs'), ...path];
    addInside(reader.problems, place, problems);
    reportWithheld(templateReferences(template), place, reader.reading);
  }
  const common = { id, inputs, conditions: conditions.map(({ value }) => value), disabled };
  return { trigger: { type: 'webhook', ...common }, conditions };
}

/** A schedule has no delivery to refer to. Braces that are not a reference are text. */
function rejectReferences(reader: PropertyReader, inputs: JsonObject): void {
  for (const { path, template, problems } of textsOf(inputs)) {
    const place = [...reader.pathOf('inputs'), ...path];
    addInside(reader.problems, place, problems);
    for (const { reference, range } of templateReferences(template)) {
      const message = `${referenceText(reference)} has no value when a schedule starts the flow; write the value itself.`;
      reader.problems.push({ code: 'invalid-expression', message, path: place, range });
    }
  }
}
