import { jsonFields } from '../../base/text/compact-json.ts';
import { writeJson } from '../../base/text/exact-json.ts';
import type { JsonObject, JsonValue } from '../../base/text/json-value.ts';
import type { WaitAnswer } from '../../engines/local/interpreter/run-ports.ts';
import { fieldText, isMissing } from '../../engines/local/interpreter/take-outputs.ts';
import { runSentences } from '../../language/execution-plan/run-sentences.ts';
import type { Task } from '../../language/flow/flow.ts';
import { formOfRejection, rejectionReason, timeoutReason } from '../../language/flow/wait-end.ts';
import type { Wait } from '../../language/flow/wait.ts';
import { isSecret, type Input } from '../../language/inputs/input.ts';
import { validateInputs } from '../../language/inputs/validate-inputs.ts';
import { InThreadRunner } from '../../language/processes/in-thread-runner.ts';
import { ownWork } from '../../language/safe-patterns/bounded-runner.ts';

/** Who decides, and when in milliseconds since 1970. */
export interface Decider {
  readonly approver: string;
  readonly at: number;
}

/** An approval with the values of the form, which must be valid. */
export async function approval(form: readonly Input[], values: JsonObject, by: Decider): Promise<WaitAnswer> {
  const { violations, accepted } = await checkForm(form, values);
  const [first] = violations;
  return first === undefined
    ? approved(form, accepted, by)
    : { state: 'FAILED', reason: `the form rejects the value of ${first.inputId}: ${first.message}` };
}

/** A rejection; it needs no values. */
export async function rejection(form: readonly Input[], values: JsonObject, approver: string): Promise<WaitAnswer> {
  const { accepted } = await checkForm(formOfRejection(form), values);
  return { state: 'FAILED', reason: rejectionReason(approver, form, accepted) };
}

/** The end of a wait whose timeout is over. */
export function timedOut({ timeout }: Pick<Task, 'timeout'>, wait: Wait, at: number): WaitAnswer {
  if (wait.kind !== 'approval' || wait.onTimeout === 'REJECT')
    return { state: 'FAILED', reason: timeoutReason(wait, timeout?.text ?? '') };
  const defaults = wait.form.flatMap(({ id, defaults: value }) => (value === undefined ? [] : [[id, value] as const]));
  return approved(wait.form, new Map(defaults), { approver: '', at });
}

/** A signal with the JSON object that it brings. */
export function signalled({ outputSchema }: Pick<Task, 'outputSchema'>, body: string): WaitAnswer {
  const given = jsonFields(body);
  if (given === undefined) return { state: 'FAILED', reason: 'the signal has no JSON object' };
  for (const [field, type] of Object.entries(outputSchema)) {
    const json = given.get(field);
    if (isMissing(type, json)) return { state: 'FAILED', reason: runSentences.missingField(field) };
    if (fieldText(type, json) === undefined)
      return { state: 'FAILED', reason: runSentences.wrongFieldType(field, type) };
  }
  return { state: 'SUCCESS', outputs: given };
}

export function checkForm(form: readonly Input[], values: JsonObject) {
  return validateInputs(form, values, { runner: new InThreadRunner(), owner: ownWork });
}

function approved(
  form: readonly Input[],
  values: ReadonlyMap<string, JsonValue>,
  { approver, at }: Decider,
): WaitAnswer {
  const secrets = form.flatMap((input) =>
    isSecret(input) && values.has(input.id) ? [String(values.get(input.id))] : [],
  );
  const fields = [
    ...values,
    ['decision', 'APPROVE'],
    ['approver', approver],
    ['decided_at', new Date(at).toISOString()],
  ];
  return {
    state: 'SUCCESS',
    outputs: new Map(fields.map(([id, value]) => [id as string, writeJson(value)])),
    ...(secrets.length > 0 && { secrets }),
  };
}
