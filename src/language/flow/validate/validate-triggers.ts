import { asSentence, quoteShort } from '../../../base/problem/describe-value.ts';
import { severityOf } from '../../../base/problem/problem-catalogue.ts';
import type { Path, Problem } from '../../../base/problem/problem.ts';
import { jsonPointer } from '../../../base/text/json-pointer.ts';
import type { JsonValue } from '../../../base/text/json-value.ts';
import type { Placed } from '../../document/entries.ts';
import { constantValue } from '../../expressions/fill-value.ts';
import { flowRoots, webhookRoots } from '../../expressions/read-reference.ts';
import { namesSecret } from '../../input-types/secret-reference.ts';
import { isAlwaysRequired } from '../../inputs/input-schema.ts';
import { isFile, isSecret, type Input } from '../../inputs/input.ts';
import { literalProblems } from '../../inputs/literal-problems.ts';
import { isSealedValue } from '../../inputs/sealed-value.ts';
import type { TimeBudget } from '../../safe-patterns/time-budget.ts';
import type { Trigger } from '../flow.ts';
import type { Validation } from './validation.ts';

/**
 * Checks that triggers set existing inputs, to valid values where these are known, and all required ones.
 */
export function validateTriggers(validation: Validation): void {
  const { draft, budget, declarations, suggestions, problems } = validation;
  const unreadable = new Set(
    problems.filter(({ code }) => code === 'invalid-expression').map(({ path }) => jsonPointer(path)),
  );
  for (const { value: trigger, path } of draft.triggers) {
    const roots = trigger.type === 'webhook' ? webhookRoots : flowRoots;
    for (const [id, written] of Object.entries(trigger.inputs)) {
      const place: Path = [...path, 'inputs', id];
      const declared = declarations.inputs.get(id);
      if (declared === undefined) {
        problems.push({
          code: 'unknown-reference',
          message: `Unknown input ${quoteShort(id)}.${suggestions.for(id, declarations.inputs.keys())}`,
          path: place,
          at: 'key',
        });
        continue;
      }
      const value = constantValue(written, roots);
      if (declared.input === undefined || value === undefined || value === null || unreadable.has(jsonPointer(place)))
        continue;
      for (const message of problemsOf(value, declared.input, budget)) {
        problems.push({
          code: 'invalid-value',
          message: `The input ${quoteShort(id)} rejects this value. ${asSentence(message)}`,
          path: place,
        });
      }
    }
    if (trigger.disabled !== true && !isInvalid(path, problems))
      reportMissingInputs({ value: trigger, path }, validation);
  }
}

/** Whether something in a section is an error already, which may be why a value is missing. */
function isInvalid(path: Path, problems: readonly Problem[]): boolean {
  const inside = `${jsonPointer(path)}/`;
  return problems.some(
    (problem) => severityOf(problem) === 'error' && `${jsonPointer(problem.path)}/`.startsWith(inside),
  );
}

/** Without a value for these inputs, the trigger can never start the flow. */
function reportMissingInputs(
  { value: { type, inputs }, path }: Placed<Trigger>,
  { declarations, problems }: Validation,
): void {
  for (const [id, { input }] of declarations.inputs) {
    if (input === undefined || !isAlwaysRequired(input) || (inputs[id] ?? null) !== null) continue;
    problems.push({
      code: 'trigger-missing-input',
      message: `The ${type} cannot start the flow: it sets no value for the required input ${quoteShort(id)}, which has no default.`,
      path: id in inputs ? [...path, 'inputs', id] : path,
      at: id in inputs ? 'key' : 'first-key',
    });
  }
}

function problemsOf(value: JsonValue, input: Input, budget: TimeBudget): readonly string[] {
  if (isFile(input)) return ['A trigger cannot provide a file'];
  if (isSecret(input) && !isHidden(value)) {
    return [
      'A flow must not contain a secret in plain text, because everyone who can read the flow could read it; seal it with `flowgate seal`, or name where it is kept, such as vault:<path>#<key>, file:<name> or credential:<id>',
    ];
  }
  const { messages, limit } = literalProblems(value, input, budget);
  return limit === undefined ? messages : [...messages, `Value ${limit.clause}`];
}

function isHidden(value: JsonValue): boolean {
  return typeof value === 'string' && (isSealedValue(value) || namesSecret(value));
}
