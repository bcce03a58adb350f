import { parseTemplate } from '../expression/parse-template.ts';
import { environmentName, upperSnake } from '../expression/reference.ts';
import type { Flow } from '../flow/flow.ts';
import type { SubflowCall } from '../flow/task-types.ts';
import { trustedGroovy, type GroovyCode } from '../groovy/groovy-code.ts';
import { messageOf } from '../groovy/message.ts';
import { groovyMap, groovyString } from '../groovy/quote.ts';
import { environmentText } from '../input/value-text.ts';
import type { Input } from '../input/input.ts';
import type { JsonValue } from '../problem/json-value.ts';

/** What a parent passes to a child's inputs: child input id to the text of its value, evaluated in the parent. */
export function composeSubflowSettings(child: Flow, call: SubflowCall, parent: Flow): GroovyCode {
  const entries: Record<string, GroovyCode> = {};
  for (const input of child.inputs) {
    const value = Object.hasOwn(call.inputs, input.id) ? call.inputs[input.id] : undefined;
    if (value !== undefined && value !== null) entries[input.id] = passedValue(input, value, parent);
  }
  return groovyMap(entries);
}

function passedValue(input: Input, value: JsonValue, parent: Flow): GroovyCode {
  if (typeof value !== 'string') return groovyString(environmentText(input, value));
  const { template } = parseTemplate(value);
  const only = template.length === 1 ? template[0] : undefined;
  if (only?.kind === 'reference') {
    const name = environmentName(only.reference);
    const secrets = parent.inputs.filter(({ type }) => type === 'SECRET').map(({ id }) => upperSnake(id));
    return trustedGroovy(input.type === 'SECRET' && secrets.includes(name) ? `passedSecret('${name}')` : `passed('${name}')`);
  }
  return messageOf(template, 'call').code;
}
