import { parseCondition } from '../../expressions/parse-condition.ts';
import { conditionReferences } from '../../expressions/references-of.ts';
import { isJsonObject } from '../../../problem/json-value.ts';
import type { Path } from '../../../problem/problem.ts';
import type { PlacedCondition } from '../flow-draft.ts';
import { addInside } from '../relative-problems.ts';
import type { PropertyReader } from '../../document/property-reader.ts';
import { readFilter, type ConditionContext } from './read-filter.ts';
import type { Reading } from '../../document/reading.ts';
import { reportWithheld } from './withheld-headers.ts';

const key = 'conditions';

/** The `conditions` of a trigger, each an expression or a filter (DESIGN 2); those that cannot be read are left out. */
export function readTriggerConditions(
  reader: PropertyReader,
  context: ConditionContext,
  reading: Reading,
): readonly PlacedCondition[] {
  return (reader.list(key) ?? []).flatMap((entry, index) => {
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
