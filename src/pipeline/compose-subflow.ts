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
    const value = passedTo(input, call);
    if (value !== undefined) entries.push([input.id, passedValue(input, value, parent)]);
  }
  return groovyMap(Object.fromEntries(entries));
}

/**
 * A child whose SECRET inputs are plain texts where the parent passes something else than a secret of its own: only
 * those have a credential that could be bound. Such an input has no default any more, which would be a plain text too.
 */
export function withPlainSecrets(child: Flow, call: SubflowCall, parent: Flow): Flow {
  const isPlain = (input: Input): boolean => {
    const value = passedTo(input, call);
    return input.type === 'SECRET' && value !== undefined && passedSecret(value, parent) === undefined;
  };
  if (!child.inputs.some(isPlain)) return child;
  return { ...child, inputs: child.inputs.map((input) => (isPlain(input) ? { ...input, type: 'STRING', constraints: {}, defaults: undefined } : input)) };
}

/** Whether a SECRET of the child may be left without a value by its parent, so that its default counts. */
export function mayTakeDefault(input: Input, call: SubflowCall, parent: Flow): boolean {
  const secret = passedSecret(passedTo(input, call), parent);
  return secret === undefined || !secret.required || secret.dependsOn !== undefined;
}

/** What a call passes to an input; undefined where that is nothing. */
function passedTo({ id }: Input, call: SubflowCall): JsonValue | undefined {
  return Object.hasOwn(call.inputs, id) ? (call.inputs[id] ?? undefined) : undefined;
}

function passedValue(input: Input, value: JsonValue, parent: Flow): GroovyCode {
  if (typeof value !== 'string') return groovyString(environmentText(input, value));
  const { template } = parseTemplate(value);
  const [only, ...others] = template;
  if (only?.kind !== 'reference' || others.length > 0) return templateMessage(template, 'call').code;
  if (input.type === 'FILE') return groovy`passedFile(${groovyString(environmentName(only.reference))})`;
  const name = groovyString(environmentName(only.reference));
  return input.type === 'SECRET' && passedSecret(value, parent) !== undefined ? groovy`passedSecret(${name})` : groovy`passed(${name})`;
}

/** The parent's secret that a value consists of. */
function passedSecret(value: JsonValue | undefined, parent: Flow): Input | undefined {
  const template = typeof value === 'string' ? parseTemplate(value).template : [];
  const [only, ...others] = template;
  if (only?.kind !== 'reference' || others.length > 0) return undefined;
  const name = environmentName(only.reference);
  return parent.inputs.find(({ type, id }) => type === 'SECRET' && inputVariable(id) === name);
}
