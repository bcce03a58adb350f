import type { PropertyReader } from '../document/property-reader.ts';
import { evaluateCondition } from '../expressions/evaluate-condition.ts';
import { parseCondition } from '../expressions/parse-condition.ts';
import { searchQuickly, SearchTooSlow } from '../expressions/pattern-searches.ts';
import { conditionReferences } from '../expressions/references-of.ts';
import type { DependsOn, Input } from './input.ts';

/**
 * Reads `depends_on`: the inputs that the condition may use, and the parsed condition. Undefined if it is missing or
 * invalid.
 */
export function readDependsOn(input: PropertyReader): DependsOn | undefined {
  const properties = input.mapAt('depends_on');
  if (properties === undefined) return undefined;
  const inputs = readIds(properties);
  const condition = readCondition(properties);
  properties.reportUnknown(new Set(['inputs', 'condition']));
  return inputs && condition && { inputs, ...condition };
}

function readIds(properties: PropertyReader): readonly string[] | undefined {
  if (properties.isMissing('inputs')) return undefined;
  const inputs = properties.texts('inputs');
  if (inputs === undefined) return undefined;
  if (properties.list('inputs')?.length === 0) {
    properties.report('empty-list', 'inputs', '"inputs" is empty; list the inputs that the condition refers to.');
  }
  return inputs.map(({ text }) => text);
}

function readCondition(properties: PropertyReader): Pick<DependsOn, 'condition' | 'text'> | undefined {
  const text = properties.isMissing('condition') ? undefined : properties.text('condition');
  if (text === undefined) return undefined;
  const { condition, problems } = parseCondition(text);
  for (const { code, message, range } of problems) properties.report(code, 'condition', message, { range });
  return condition && { condition, text };
}

/** Whether the input is always hidden: its condition has no references and, as far as a quick check shows, is false. */
export function neverVisible({ dependsOn }: Input): boolean {
  if (dependsOn === undefined || conditionReferences(dependsOn.condition).length > 0) return false;
  try {
    return !evaluateCondition(dependsOn.condition, () => null, searchQuickly);
  } catch (error) {
    if (error instanceof SearchTooSlow) return false;
    throw error;
  }
}
