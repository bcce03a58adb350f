import { parseTemplate } from '../../expressions/parse-template.ts';
import { webhookRoots } from '../../expressions/read-reference.ts';
import { templateReferences } from '../../expressions/references-of.ts';
import type { JsonObject } from '../../../problem/json-value.ts';
import type { ConditionText, Trigger } from '../flow.ts';
import { addInside } from '../relative-problems.ts';
import { textsOf } from '../texts-of.ts';
import type { PropertyReader } from '../../document/property-reader.ts';
import type { Reading } from '../../document/reading.ts';
import { reportWithheld } from './withheld-headers.ts';

/** What schedules and webhooks have in common. */
export interface CommonTriggerProperties {
  readonly id: string;
  readonly inputs: JsonObject;
  readonly conditions: readonly ConditionText[];
  readonly disabled: boolean;
}

/** The rest of a webhook trigger (DESIGN 2): the texts of its inputs may refer to the delivery, and to nothing else. */
export function readWebhook(reader: PropertyReader, common: CommonTriggerProperties, reading: Reading): Trigger {
  reader.finish();
  for (const { path, text } of textsOf(common.inputs)) {
    const place = [...reader.pathOf('inputs'), ...path];
    const { template, problems } = parseTemplate(text, webhookRoots);
    addInside(reading.problems, place, problems);
    reportWithheld(templateReferences(template), place, reading);
  }
  return { type: 'webhook', ...common };
}
