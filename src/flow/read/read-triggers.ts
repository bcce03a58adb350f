import { parseTemplate } from '../../expression/parse-template.ts';
import { referenceText } from '../../expression/reference.ts';
import { templateReferences } from '../../expression/references-of.ts';
import { readId, taskIdRule } from '../../input/id-rule.ts';
import { enumerate, quoteShort } from '../../problem/describe-value.ts';
import type { JsonObject } from '../../problem/json-value.ts';
import type { Placed } from '../flow-draft.ts';
import type { Trigger } from '../flow.ts';
import { addInside } from '../relative-findings.ts';
import { textsOf } from '../texts-of.ts';
import { cronFault } from './cron.ts';
import { MappingReader } from './mapping-reader.ts';
import type { PlacedMapping } from './mapping-reader.ts';
import { readWebhook, type CommonTriggerProperties } from './read-webhook.ts';
import type { Reading } from './reading.ts';
import { reportDuplicates } from './report-duplicates.ts';

const triggerTypes = ['schedule', 'webhook'] as const;

/** The `triggers` of a flow (DESIGN 2); those above the limit are counted and not read. */
export function readTriggers(flow: MappingReader, max: number, reading: Reading): readonly Placed<Trigger>[] {
  const written = flow.value('triggers');
  if (Array.isArray(written) && written.length > max) {
    flow.report('invalid-value', 'triggers', `A flow has at most ${max} triggers; this one has ${written.length}.`, { at: 'key' });
  }
  const triggers = flow.mappings('triggers', max).flatMap((placed) => {
    const value = readTrigger(placed, reading);
    return value === undefined ? [] : [{ value, path: placed.path }];
  });
  reportDuplicates('trigger', triggers, reading);
  return triggers;
}

function readTrigger(placed: PlacedMapping, reading: Reading): Trigger | undefined {
  const reader = new MappingReader(placed, reading);
  const id = readId(reader, 'id', taskIdRule);
  const type = reader.requiredText('type');
  const common = { id: id ?? '', inputs: reader.mapping('inputs')?.rest() ?? {}, disabled: reader.boolean('disabled') ?? false };
  if (type === 'schedule') return readSchedule(reader, common, reading);
  if (type === 'webhook') return readWebhook(reader, common, reading);
  if (type !== undefined) {
    const suggestion = reading.suggestions.for(type, triggerTypes);
    reader.report('invalid-value', 'type', `There is no trigger type ${quoteShort(type)}; allowed are ${enumerate(triggerTypes)}.${suggestion}`);
  }
  return undefined;
}

function readSchedule(reader: MappingReader, common: CommonTriggerProperties, reading: Reading): Trigger {
  const cron = reader.requiredText('cron') ?? '';
  const timezone = reader.text('timezone');
  reader.finish();
  refuseReferences(reader, common.inputs, reading);
  const fault = cron === '' ? undefined : cronFault(cron);
  if (fault !== undefined) reader.report('invalid-cron', 'cron', `The schedule ${quoteShort(cron)} cannot be read: ${fault}.`);
  if (timezone !== undefined && !isTimeZone(timezone)) {
    reader.report('invalid-value', 'timezone', `There is no time zone ${quoteShort(timezone)}; write a name such as Europe/Berlin or UTC.`);
  }
  return { type: 'schedule', ...common, cron, ...(timezone !== undefined && { timezone }) };
}

/** A tick brings no values along; whatever else stands in braces is text. */
function refuseReferences(reader: MappingReader, inputs: JsonObject, { findings }: Reading): void {
  for (const { path, text } of textsOf(inputs)) {
    const place = [...reader.pathOf('inputs'), ...path];
    const { template, findings: inside } = parseTemplate(text);
    addInside(findings, place, inside);
    for (const { reference, range } of templateReferences(template)) {
      const message = `${referenceText(reference)} has no value yet when a schedule starts the flow; write the value itself.`;
      findings.push({ code: 'invalid-expression', message, path: place, range });
    }
  }
}

/** A name of the time zone database. Offsets are refused, as not every engine knows them. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
