import { alternatives, quoteShort } from '../../base/problem/describe-value.ts';
import { didYouMean } from '../../base/text/nearest-word.ts';
import type { PropertyReader } from '../document/property-reader.ts';
import { limitProblem } from '../safe-patterns/value-limits.ts';
import type { TextFacts } from './text-rule.ts';

/** The constraints of a type with listed values. */
export interface Choices {
  readonly values: readonly string[];
}

export const choicesSchema = {
  type: 'array',
  minItems: 1,
  items: { type: 'string' },
  description: 'The values to choose from.',
};

/** The choices for the rule in a running flow. */
export function choiceFacts({ values }: Choices): TextFacts {
  return { values };
}

/**
 * Reads the required `values` of a choice: at least one, all different. Leaves out invalid ones; empty if nothing is
 * left.
 */
export function readChoices(properties: PropertyReader): readonly string[] {
  const texts = properties.isMissing('values') ? undefined : properties.texts('values');
  if (texts === undefined) return [];
  if (properties.list('values')?.length === 0) {
    properties.report('empty-list', 'values', '"values" must list at least one value.');
  }
  const seen = new Set<string>();
  for (const { text, index } of texts) {
    const problem = limitProblem(text);
    if (problem !== undefined)
      properties.report(problem.code, 'values', `A value ${problem.clause}.`, { below: [index] });
    if (seen.has(text)) {
      properties.report('invalid-constraint', 'values', `${quoteShort(text)} is in "values" twice.`, {
        below: [index],
      });
    }
    seen.add(text);
  }
  return [...seen];
}

/** What a string that is not a choice should be, after `must be`. */
export function oneOf(choices: readonly string[], found: string): string {
  const advice = didYouMean(found, choices);
  return `one of ${alternatives(choices)}; found ${quoteShort(found)}${advice === '' ? '' : `.${advice}`}`;
}
