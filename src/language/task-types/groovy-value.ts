import { environmentName } from '../expressions/reference.ts';
import { type ReferenceText, referenceOf } from '../expressions/parse-template.ts';
import { groovy, type GroovyCode } from '../../groovy/groovy-code.ts';
import { groovyBoolean as booleanLiteral, groovyNumber as numberLiteral, groovyString } from '../../groovy/quote.ts';

/**
 * A number property as Groovy: a literal, or the call that returns the value of a reference when the task runs.
 * @param fallback the default of the property, for a reference without a value; null without one
 */
export function groovyNumber(value: number | ReferenceText, fallback?: number): GroovyCode {
  const name = variableOf(value);
  if (name === undefined) return numberLiteral(value as number); // rejects everything else
  return groovy`numberValue(${name}, ${fallback === undefined ? groovy`null` : numberLiteral(fallback)})`;
}

/** The same for a boolean property. */
export function groovyBoolean(value: boolean | ReferenceText, fallback = false): GroovyCode {
  const name = variableOf(value);
  if (name === undefined) return booleanLiteral(value as boolean); // rejects everything else
  return groovy`booleanValue(${name}, ${booleanLiteral(fallback)})`;
}

function variableOf(value: unknown): GroovyCode | undefined {
  const reference = typeof value === 'string' ? referenceOf(value) : undefined;
  return reference && groovyString(environmentName(reference));
}
