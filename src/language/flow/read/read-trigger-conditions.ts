import { parseCondition } from '../../expressions/parse-condition.ts';
import type { PlacedReference } from '../../expressions/read-reference.ts';
import { referenceText } from '../../expressions/reference.ts';
import { conditionReferences } from '../../expressions/references-of.ts';
import type { PropertyReader } from '../../document/property-reader.ts';
import type { Reading } from '../../document/reading.ts';
import { isJsonObject, type JsonValue } from '../../../problem/json-value.ts';
import type { Path } from '../../../problem/problem.ts';
import type { PlacedCondition } from '../flow-draft.ts';
import { addInside } from '../relative-problems.ts';
import { readFilter, type ConditionContext } from './read-filter.ts';

const key = 'conditions';

/** The `conditions` of a trigger, each an expression or a filter (DESIGN 2); those that cannot be read are left out. */
export function readTriggerConditions(
  reader: PropertyReader,
  entries: readonly JsonValue[] = [],
  context: ConditionContext,
): readonly PlacedCondition[] {
  const { reading } = reader;
  return entries.flatMap((entry, index) => {
    const path = [...reader.pathOf(key), index];
    const text = isJsonObject(entry) ? undefined : reader.entryText(key, entry, index);
    const placed = isJsonObject(entry)
      ? readFilter({ mapping: entry, path }, context, reading)
      : text === undefined
        ? undefined
        : readExpression(text, path, context, reading);
    if (placed === undefined) return [];
    reportWithheld(conditionReferences(placed.value.condition), placed.path, reading);
    return [placed];
  });
}

function readExpression(
  text: string,
  path: Path,
  { roots }: ConditionContext,
  reading: Reading,
): PlacedCondition | undefined {
  const { condition, problems } = parseCondition(text, roots);
  addInside(reading.problems, path, problems);
  return condition && { value: { text, condition }, path };
}

/** Headers that prove who calls, which must not become visible as the values of an execution. */
const withheldHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  'x-flowgate-key',
  'x-gitlab-token',
  'x-hub-signature',
  'x-hub-signature-256',
  'webhook-signature',
]);

/** Reports references to headers that a flow is not given. */
export function reportWithheld(references: readonly PlacedReference[], path: Path, { problems }: Reading): void {
  for (const { reference, range } of references) {
    const isWithheld =
      reference.root === 'trigger' && reference.part === 'headers' && withheldHeaders.has(reference.path.join('.'));
    if (!isWithheld) continue;
    problems.push({
      code: 'unknown-reference',
      message: `${referenceText(reference)} is not there: the header proves who calls, and is not passed on.`,
      path,
      range,
    });
  }
}
