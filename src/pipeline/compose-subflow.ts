import { parseTemplate } from '../expression/parse-template.ts';
import { environmentName, inputVariable } from '../expression/reference.ts';
import type { Flow } from '../flow/flow.ts';
import type { SubflowCall } from '../flow/task-types.ts';
import { groovy, type GroovyCode } from '../groovy/groovy-code.ts';
import { templateMessage } from '../groovy/groovy-message.ts';
import { groovyMap, groovyString } from '../groovy/quote.ts';
import type { Input } from '../input/input.ts';
import { environmentText } from '../input/value-text.ts';
import type { JsonValue } from '../problem/json-value.ts';

/** What a parent passes to a child's inputs: child input id to the text of its value, evaluated in the parent. */
export function composeSubflowSettings(child: Flow, call: SubflowCall, parent: Flow): GroovyCode {
  const entries: [string, GroovyCode][] = [];
  for (const input of child.inputs) {
    const value = Object.hasOwn(call.inputs, input.id) ? call.inputs[input.id] : undefined;
    if (value !== undefined && value !== null) entries.push([input.id, passedValue(input, value, parent)]);
  }
  return groovyMap(Object.fromEntries(entries));
}

/**
 * A child whose SECRET inputs are plain texts where the parent passes something else than a secret of its own: only
 * those have a credential that could be bound.
 */
export function withPlainSecrets(child: Flow, call: SubflowCall, parent: Flow): Flow {
  const isPlain = (input: Input): boolean =>
    input.type === 'SECRET' && Object.hasOwn(call.inputs, input.id) && passedSecretName(call.inputs[input.id], parent) === undefined;
  if (!child.inputs.some(isPlain)) return child;
  return { ...child, inputs: child.inputs.map((input) => (isPlain(input) ? { ...input, type: 'STRING', constraints: {} } : input)) };
}

function passedValue(input: Input, value: JsonValue, parent: Flow): GroovyCode {
  if (typeof value !== 'string') return groovyString(environmentText(input, value));
  const { template } = parseTemplate(value);
  const [only, ...others] = template;
  if (only?.kind !== 'reference' || others.length > 0) return templateMessage(template, 'call').code;
  if (input.type === 'FILE') return groovy`passedFile(${groovyString(environmentName(only.reference))})`;
  const secret = input.type === 'SECRET' ? passedSecretName(value, parent) : undefined;
  return secret === undefined ? groovy`passed(${groovyString(environmentName(only.reference))})` : groovy`passedSecret(${groovyString(secret)})`;
}

/** The environment name of the parent's secret that a value consists of. */
function passedSecretName(value: JsonValue | undefined, parent: Flow): string | undefined {
  const template = typeof value === 'string' ? parseTemplate(value).template : [];
  const [only, ...others] = template;
  if (only?.kind !== 'reference' || others.length > 0) return undefined;
  const name = environmentName(only.reference);
  return parent.inputs.some(({ type, id }) => type === 'SECRET' && inputVariable(id) === name) ? name : undefined;
}
