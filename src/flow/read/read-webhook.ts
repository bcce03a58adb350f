import { checkCondition } from '../../expression/check-condition.ts';
import { parseCondition } from '../../expression/parse-condition.ts';
import { parseTemplate } from '../../expression/parse-template.ts';
import { webhookRoots, type PlacedReference } from '../../expression/read-reference.ts';
import { referenceText, type Reference } from '../../expression/reference.ts';
import { conditionReferences, templateReferences } from '../../expression/references-of.ts';
import type { InputTypeName } from '../../expression/value-type.ts';
import type { JsonObject } from '../../problem/json-value.ts';
import type { Path } from '../../problem/problem.ts';
import type { ConditionText, Trigger } from '../flow.ts';
import { addInside } from '../relative-findings.ts';
import { textsOf } from '../texts-of.ts';
import type { MappingReader } from './mapping-reader.ts';
import type { Reading } from './reading.ts';

/** What schedules and webhooks have in common. */
export interface CommonTriggerProperties {
  readonly id: string;
  readonly inputs: JsonObject;
  readonly disabled: boolean;
}

/** The rest of a webhook trigger (DESIGN 2): its texts may refer to the delivery, and to nothing else. */
export function readWebhook(reader: MappingReader, common: CommonTriggerProperties, reading: Reading): Trigger {
  const texts = reader.texts('conditions') ?? [];
  reader.finish();
  for (const { path, text } of textsOf(common.inputs)) {
    const place = [...reader.pathOf('inputs'), ...path];
    const { template, findings } = parseTemplate(text, webhookRoots);
    addInside(reading.findings, place, findings);
    reportWithheld(templateReferences(template), place, reading);
  }
  const conditions = texts.flatMap(({ text, index }) => readWebhookCondition(text, [...reader.pathOf('conditions'), index], reading));
  return { type: 'webhook', ...common, conditions };
}

function readWebhookCondition(text: string, path: Path, reading: Reading): readonly ConditionText[] {
  const { condition, findings } = parseCondition(text, webhookRoots);
  addInside(reading.findings, path, findings);
  if (condition === undefined) return [];
  addInside(reading.findings, path, checkCondition(condition, typeOfPart));
  reportWithheld(conditionReferences(condition), path, reading);
  return [{ text, condition }];
}

/** Headers are texts; what is in the body is known when it comes. */
function typeOfPart(reference: Reference): InputTypeName | undefined {
  return reference.root === 'trigger' && reference.part === 'headers' ? 'STRING' : undefined;
}

/** Headers that prove who calls, which must not become visible as the values of an execution. */
const withheldHeaders: ReadonlySet<string> = new Set([
  'authorization', 'cookie', 'proxy-authorization', 'x-flowgate-key', 'x-gitlab-token', 'x-hub-signature', 'x-hub-signature-256', 'webhook-signature',
]);

function reportWithheld(references: readonly PlacedReference[], path: Path, { findings }: Reading): void {
  for (const { reference, range } of references) {
    const isWithheld = reference.root === 'trigger' && reference.part === 'headers' && withheldHeaders.has(reference.path.join('.'));
    if (!isWithheld) continue;
    findings.push({ code: 'unknown-reference', message: `${referenceText(reference)} is not there: the header proves who calls, and is not passed on.`, path, range });
  }
}
