import type { JsonObject } from '../../problem/json-value.ts';
import { cronFault } from './cron.ts';
import { enumerate, quoteShort } from '../../problem/describe-value.ts';
import type { Trigger } from '../flow.ts';
import type { Placed } from '../flow-draft.ts';
import { MappingReader } from './mapping-reader.ts';
import type { PlacedMapping } from './mapping-reader.ts';
import { readId, reportDuplicates, taskIdRule } from './read-id.ts';
import type { Reading } from './reading.ts';

const triggerTypes = ['schedule', 'webhook'] as const;

/** The `triggers` of a flow (DESIGN 2). */
export function readTriggers(flow: MappingReader, reading: Reading): readonly Placed<Trigger>[] {
  const triggers = flow.mappings('triggers').flatMap((placed) => {
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
  if (type === 'schedule') return readSchedule(reader, common);
  if (type === 'webhook') return readWebhook(reader, common);
  if (type !== undefined) {
    const suggestion = reading.suggestions.for(type, triggerTypes);
    reader.report('invalid-value', 'type', `There is no trigger type ${quoteShort(type)}; allowed are ${enumerate(triggerTypes)}.${suggestion}`);
  }
  return undefined;
}

interface CommonProperties {
  readonly id: string;
  readonly inputs: JsonObject;
  readonly disabled: boolean;
}

function readSchedule(reader: MappingReader, common: CommonProperties): Trigger {
  const cron = reader.requiredText('cron') ?? '';
  const timezone = reader.text('timezone');
  reader.finish();
  const fault = cron === '' ? undefined : cronFault(cron);
  if (fault !== undefined) reader.report('invalid-cron', 'cron', `The schedule ${quoteShort(cron)} cannot be read: ${fault}.`);
  if (timezone !== undefined && !isTimeZone(timezone)) {
    reader.report('invalid-value', 'timezone', `There is no time zone ${quoteShort(timezone)}; write a name such as Europe/Berlin or UTC.`);
  }
  return { type: 'schedule', ...common, cron, ...(timezone !== undefined && { timezone }) };
}

function readWebhook(reader: MappingReader, common: CommonProperties): Trigger {
  const conditions = (reader.texts('conditions') ?? []).map(({ text }) => text);
  reader.finish();
  return { type: 'webhook', ...common, conditions };
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
