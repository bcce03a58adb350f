import { referenceRules, type ReferenceRule } from '../../../language/execution-plan/reference-rules.ts';
import type { TextProperty } from '../../../language/flow/task-types.ts';
import type { GroovyCode } from '../../../language/groovy/groovy-code.ts';
import { groovyBoolean, groovyList, groovyMap, groovyString } from '../../../language/groovy/quote.ts';
import type { RuntimeCalls } from '../../../language/groovy/runtime-calls.ts';
import { emitTextFacts } from './emit-text-rule.ts';

/**
 * The expression for what is wrong with the references to numbers and booleans of a task, evaluated when the task
 * starts; undefined if the task has none. The expression is null if nothing is wrong.
 */
export function composeValueProblem(texts: readonly TextProperty[], runtime: RuntimeCalls): GroovyCode | undefined {
  const rules = referenceRules(texts);
  if (rules.length === 0) return undefined;
  runtime.need(...rules.map(({ type }) => type));
  return runtime.callInFrame('problemOfValues', groovyList(rules.map(composeRule)));
}

function composeRule({ property, reference, name, type, required, facts }: ReferenceRule): GroovyCode {
  return groovyMap({
    property: groovyString(property),
    reference: groovyString(reference),
    name: groovyString(name),
    type: groovyString(type),
    required: required ? groovyBoolean(true) : undefined,
    ...emitTextFacts(facts),
  });
}
