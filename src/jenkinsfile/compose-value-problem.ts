import { environmentName, referenceText } from '../language/expressions/reference.ts';
import { loneReference } from '../language/expressions/template.ts';
import type { TextProperty } from '../language/flow/task-types.ts';
import { groovy, type GroovyCode } from '../groovy/groovy-code.ts';
import { groovyBoolean, groovyList, groovyMap, groovyString } from '../groovy/quote.ts';
import { plainTypes } from '../language/input-types/input-types.ts';
import { describePlace } from '../problem/describe-value.ts';
import { emitTextFacts } from './emit-text-rule.ts';
import type { FeatureSet } from './runtime-features.ts';

/**
 * The expression for what is wrong with the references to numbers and booleans of a task, evaluated when the task
 * starts; undefined if the task has none. The expression is null if nothing is wrong.
 */
export function composeValueProblem(texts: readonly TextProperty[], features: FeatureSet): GroovyCode | undefined {
  const rules = texts.flatMap((text) => composeRule(text, features));
  return rules.length === 0 ? undefined : groovy`problemOfValues(${groovyList(rules)})`;
}

function composeRule({ path, template, value }: TextProperty, features: FeatureSet): GroovyCode[] {
  const reference = value && loneReference(template);
  if (value === undefined || reference === undefined) return [];
  features.add('valueRules');
  features.addType(plainTypes[value.type]);
  return [
    groovyMap({
      property: groovyString(describePlace(path)),
      reference: groovyString(referenceText(reference)),
      name: groovyString(environmentName(reference)),
      type: groovyString(plainTypes[value.type]),
      required: value.required ? groovyBoolean(true) : undefined,
      ...emitTextFacts({
        min: value.minimum,
        max: value.maximum,
        above: value.exclusiveMinimum,
        below: value.exclusiveMaximum,
      }),
    }),
  ];
}
