import type { CheckMessage } from '../../execution/execution-record.ts';
import { evaluateCondition } from '../../expression/evaluate-condition.ts';
import { environmentName, type Reference } from '../../expression/reference.ts';
import type { Template } from '../../expression/template.ts';
import type { Check, Flow } from '../../flow/flow.ts';
import { environmentText } from '../../input/value-text.ts';
import { AppError } from '../../problem/app-error.ts';
import type { JsonValue } from '../../problem/json-value.ts';

/** What the checks of a flow say to the values of an execution. */
export interface CheckVerdict {
  /** What those have to say that do not hold, in document order. */
  readonly messages: readonly CheckMessage[];
  /** Why the execution fails at once; undefined when it may run. */
  readonly failure?: string;
}

/** @throws {AppError} execution-blocked when a check says that there shall be no execution (DESIGN 2) */
export function judgeChecks(flow: Flow, values: ReadonlyMap<string, JsonValue>): CheckVerdict {
  const failed = failedChecks(flow, values);
  const blocking = failed.filter(({ behavior }) => behavior === 'BLOCK_EXECUTION');
  if (blocking.length > 0) throw new AppError('execution-blocked', blocking.map(({ message }) => message).join(' '), { checks: blocking.map(checkMessage) });
  return { messages: failed.map(checkMessage), failure: failed.find(({ behavior }) => behavior === 'FAIL_EXECUTION')?.message };
}

/** Not the whole check: it is for people. A type and no interface, so that it is a JSON object too. */
function checkMessage({ message, style }: Check): { readonly message: string; readonly style: CheckMessage['style'] } {
  return { message, style };
}

/** The checks that do not hold for these values, in document order. */
function failedChecks(flow: Flow, values: ReadonlyMap<string, JsonValue>): readonly Check[] {
  const variables = flow.checks.length === 0 ? new Map<string, string>() : variableTexts(flow, values);
  const valueOf = (reference: Reference): JsonValue | undefined => {
    if (reference.root === 'inputs') return conditionValue(flow, reference.id, values.get(reference.id));
    return reference.root === 'variables' ? variables.get(reference.name) : undefined;
  };
  return flow.checks.filter(({ condition }) => !evaluateCondition(condition.condition, valueOf));
}

/** Of a file conditions know the name. */
function conditionValue(flow: Flow, inputId: string, value: JsonValue | undefined): JsonValue | undefined {
  const input = flow.inputs.find(({ id, type }) => id === inputId && type === 'FILE');
  return input === undefined || value === undefined ? value : environmentText(input, value);
}

/** The variables as a build would see them; an input without a value is an empty text there. */
function variableTexts(flow: Flow, values: ReadonlyMap<string, JsonValue>): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const environment = new Map<string, string>();
  for (const input of flow.inputs) {
    const value = values.get(input.id);
    if (value !== undefined) environment.set(environmentName({ root: 'inputs', id: input.id }), environmentText(input, value));
  }
  for (const { name, value } of flow.variables) {
    texts.set(name, fill(value, environment));
    environment.set(name, texts.get(name) ?? '');
  }
  return texts;
}

function fill(template: Template, environment: ReadonlyMap<string, string>): string {
  return template.map((part) => (part.kind === 'text' ? part.text : (environment.get(environmentName(part.reference)) ?? ''))).join('');
}
