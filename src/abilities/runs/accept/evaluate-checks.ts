import { maskText } from '../../../base/masking/mask-text.ts';
import { AppError } from '../../../base/problem/app-error.ts';
import { shortened } from '../../../base/problem/describe-value.ts';
import { plainNumber } from '../../../base/text/exact-number.ts';
import type { JsonValue } from '../../../base/text/json-value.ts';
import { evaluateCondition, type ValueOf } from '../../../language/expressions/evaluate-condition.ts';
import { fillNames, joinTexts } from '../../../language/expressions/fill-value.ts';
import { SearchTooSlow, type PatternSearches } from '../../../language/expressions/pattern-searches.ts';
import { environmentName, type Reference } from '../../../language/expressions/reference.ts';
import type { Check, Flow } from '../../../language/flow/flow.ts';
import { isSecret, typeOf, type Input } from '../../../language/inputs/input.ts';
import { environmentText } from '../../../language/inputs/text-conversion.ts';
import { maxValueSize } from '../../../language/safe-patterns/value-limits.ts';
import type { CheckMessage } from '../../../lifecycle/execution-record.ts';

/** The result of evaluating a flow's checks for the values of an execution. */
export interface ChecksOutcome {
  /** The messages of the checks that failed, in document order. */
  readonly messages: readonly CheckMessage[];
  /** Why the execution fails immediately; undefined if it may run. */
  readonly failure?: string;
}

/**
 * Evaluates a flow's checks. A check that takes too long fails.
 * @throws {AppError} execution-blocked if a failed check blocks the execution (docs/reference/flows.md);
 * too-busy
 */
export async function evaluateChecks(
  flow: Flow,
  values: ReadonlyMap<string, JsonValue>,
  searches: PatternSearches,
): Promise<ChecksOutcome> {
  const failed = await failedChecks(flow, values, searches);
  const blocking = failed.filter(({ behavior }) => behavior === 'BLOCK_EXECUTION');
  if (blocking.length > 0)
    throw new AppError('execution-blocked', blocking.map(({ message }) => message).join(' '), {
      checks: blocking.map(checkMessage),
    });
  return {
    messages: failed.map(checkMessage),
    failure: failed.find(({ behavior }) => behavior === 'FAIL_EXECUTION')?.message,
  };
}

/** The part of a check that users see. A type and not an interface, so that it is assignable to a JSON object. */
function checkMessage({ message, style }: Check): { readonly message: string; readonly style: CheckMessage['style'] } {
  return { message, style };
}

/** The checks that fail for these values, in document order, with their messages filled in. */
async function failedChecks(
  flow: Flow,
  values: ReadonlyMap<string, JsonValue>,
  searches: PatternSearches,
): Promise<readonly Check[]> {
  if (flow.checks.length === 0) return [];
  const environment = environmentOf(flow, values);
  const valueOf = (reference: Reference): JsonValue | undefined => {
    if (reference.root === 'inputs') return conditionValue(flow, reference.id, values.get(reference.id));
    return reference.root === 'variables' ? environment.get(reference.name) : undefined;
  };
  const failed: Check[] = [];
  for (const check of flow.checks) if (!(await isMet(check, valueOf, searches))) failed.push(check);
  const shown = environmentOf(flow, withMaskedSecrets(flow, values));
  return failed.map((check) => ({
    ...check,
    message: fillNames(check.messageTemplate, (name) => shortened(shown.get(name) ?? '', maxCharacters)).join(''),
  }));
}

async function isMet({ condition }: Check, valueOf: ValueOf, searches: PatternSearches): Promise<boolean> {
  try {
    return await searches.run((search) => evaluateCondition(condition.condition, valueOf, search));
  } catch (error) {
    if (error instanceof SearchTooSlow) return false;
    throw error;
  }
}

/** Messages appear in answers and records, which must not contain secrets. */
function withMaskedSecrets(flow: Flow, values: ReadonlyMap<string, JsonValue>): ReadonlyMap<string, JsonValue> {
  const masked = new Map(values);
  for (const { id } of flow.inputs.filter(isSecret)) if (masked.has(id)) masked.set(id, maskText);
  return masked;
}

/** Conditions see the name of a file. */
function conditionValue(flow: Flow, inputId: string, value: JsonValue | undefined): JsonValue | undefined {
  const input = flow.inputs.find(({ id }) => id === inputId);
  return input === undefined || value === undefined
    ? value
    : (typeOf(input).toCondition?.(value) ?? plainNumber(value));
}

/** Inputs and variables by their names in a build; an input without a value is left out. */
function environmentOf(flow: Flow, values: ReadonlyMap<string, JsonValue>): ReadonlyMap<string, string> {
  const environment = new Map<string, string>();
  for (const input of flow.inputs) {
    const value = values.get(input.id);
    if (value !== undefined)
      environment.set(environmentName({ root: 'inputs', id: input.id }), messageText(input, value));
  }
  // A value that is too large ends the build anyway, so it does not matter where it is cut off here.
  for (const { name, value } of flow.variables)
    environment.set(
      name,
      joinTexts(
        fillNames(value, (other) => environment.get(other)),
        maxValueSize,
      ),
    );
  return environment;
}

/** A file is its name, as in conditions. */
function messageText(input: Input, value: JsonValue): string {
  const known = typeOf(input).toCondition?.(value);
  return known === undefined ? environmentText(input, value) : String(known);
}

// The max length of a value in a message, which users read and the record stores.
const maxCharacters = 200;
