import { shortened } from '../../base/problem/describe-value.ts';
import type { JsonObject, JsonValue } from '../../base/text/json-value.ts';
import { utf8Size } from '../../base/text/utf8-size.ts';
import type { SearchRunner } from '../expressions/pattern-searches.ts';
import { mustReturn, type Task } from '../flow/flow.ts';
import { timeoutReason } from '../flow/wait-end.ts';
import type { Decision, Wait } from '../flow/wait.ts';
import { inputTypes, plainTypes, type InputTypeName } from '../input-types/input-types.ts';
import { textProblem } from '../input-types/text-rule.ts';
import { effectiveValues } from '../inputs/effective-values.ts';
import { isFile, type Input } from '../inputs/input.ts';
import { checkedText, environmentText, readableValue } from '../inputs/text-conversion.ts';
import type { InputViolation } from '../inputs/validate-inputs.ts';
import { isTooDeep, maxTotalSize } from '../safe-patterns/value-limits.ts';
import { runSentences } from './run-sentences.ts';
import type { WaitEnd } from './segment.ts';

/**
 * What an answer makes of a task that waits: the decision of people, a signal, or nothing before the timeout. Gateways,
 * tests of flows and runs on a terminal differ only in where answers come from, and in what they keep of them.
 */
export interface AnsweredWait {
  readonly end: Exclude<WaitEnd, { readonly state: 'KILLED' }>;
  readonly decision?: Decision;
  /** The inputs of the form to which the values belong; undefined for a signal. */
  readonly form?: readonly Input[];
  /** What was entered or sent, by input or field. */
  readonly values?: ReadonlyMap<string, JsonValue>;
  /** What the task returns: texts in the environment, by field. Contains secrets, and no files. */
  readonly outputs?: ReadonlyMap<string, string>;
}

export interface FormDecision {
  readonly decision: Decision;
  /** The people, as authors see them; empty after a timeout. */
  readonly approver: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The form for a decision. A rejection needs no values, and has no defaults. */
export function formFor(decision: Decision, form: readonly Input[]): readonly Input[] {
  return decision === 'APPROVE' ? form : form.map((input) => ({ ...input, required: false, defaults: undefined }));
}

/** A decision about an approval. @param values of `formFor`, all of them valid */
export function decided(
  form: readonly Input[],
  values: ReadonlyMap<string, JsonValue>,
  { decision, approver, at }: FormDecision,
): AnsweredWait {
  if (decision === 'REJECT')
    return { end: { state: 'FAILED', reason: rejectionReason(approver, form, values) }, decision, form, values };
  const texts = form.flatMap((input) => {
    const value = values.get(input.id);
    return value === undefined || isFile(input) ? [] : [[input.id, environmentText(input, value)] as const];
  });
  const fields = { decision, approver, decided_at: new Date(at).toISOString() };
  return {
    end: { state: 'SUCCESS' },
    decision,
    form,
    values,
    outputs: new Map([...texts, ...Object.entries(fields)]),
  };
}

/**
 * The end of the timeout. An approval gets the defaults of the inputs that are visible with them.
 * @param at milliseconds since 1970
 */
export async function timedOut(
  { timeout }: Pick<Task, 'timeout'>,
  wait: Wait,
  { at, searches }: { readonly at: number; readonly searches: SearchRunner },
): Promise<AnsweredWait> {
  const end = { state: 'FAILED', reason: timeoutReason(wait, timeout?.text ?? '') } as const;
  if (wait.kind !== 'approval') return { end };
  const { form, onTimeout: decision } = wait;
  if (decision === 'REJECT') return { end, decision };
  const { values } = await effectiveValues(new Map(form.map((input) => [input.id, input])), {}, searches);
  const defaults = new Map([...values].filter(([, value]) => value !== null));
  return decided(form, defaults, { decision, approver: '', at });
}

/** A signal with the fields that the task declares; other fields are ignored. */
export function signalled(
  task: Pick<Task, 'outputSchema' | 'requiredOutputs' | 'isCall'>,
  body: JsonObject,
): AnsweredWait | { readonly violations: readonly InputViolation[] } {
  const outputs = new Map<string, string>();
  const values = new Map<string, JsonValue>();
  const violations: InputViolation[] = [];
  let bytes = 0;
  for (const [field, type] of Object.entries(task.outputSchema)) {
    const given = Object.hasOwn(body, field) ? body[field] : undefined;
    const value = given === undefined ? undefined : readableValue(inputTypes[type], given);
    const isMissing = value === undefined || (value === null && inputTypes[type].form !== 'json');
    if (isMissing && !mustReturn(task, field)) continue;
    const read = isMissing ? { message: 'A value is required' } : textOf(type, value, given);
    if ('message' in read) {
      const providedValue = given === undefined || isTooDeep(given) ? null : given;
      violations.push({ inputId: field, message: read.message, providedValue });
      continue;
    }
    bytes += utf8Size(read.text);
    outputs.set(field, read.text);
    if (value !== undefined) values.set(field, value);
    if (bytes > maxTotalSize)
      return { violations: [{ inputId: field, message: `Value ${runSentences.valuesTooLarge}`, providedValue: null }] };
  }
  return violations.length > 0 ? { violations } : { end: { state: 'SUCCESS' }, values, outputs };
}

/** The text of a field in the environment, or why it cannot have the value. */
function textOf(name: InputTypeName, value: JsonValue, given: JsonValue | undefined): ReturnType<typeof checkedText> {
  const type = inputTypes[name];
  if (value === null && type.form === 'json') return { text: 'null' };
  const read = checkedText(type, value, given);
  const clause = 'text' in read ? textProblem(type.build.rule, read.text) : undefined;
  return clause === undefined ? read : { message: `Value ${clause}` };
}

/** Why an approval has failed: with the value `note` of its form, or else its first string. */
function rejectionReason(by: string, form: readonly Input[], values: ReadonlyMap<string, JsonValue>): string {
  const texts = form.flatMap(({ id, type }) => {
    const value = type === plainTypes.string ? values.get(id) : undefined;
    return typeof value === 'string' && value !== '' ? [{ id, value }] : [];
  });
  const note = (texts.find(({ id }) => id === 'note') ?? texts[0])?.value;
  return `rejected by ${by}${note === undefined ? '' : `: ${shortened(note, maxNote)}`}`;
}

const maxNote = 500;
