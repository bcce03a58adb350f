import { maskText } from '../../base/masking/mask-text.ts';
import type { JsonObject, JsonValue } from '../../base/text/json-value.ts';
import { formInputId } from '../../language/execution-plan/added-inputs.ts';
import type { CarriedText } from '../../language/execution-plan/segment.ts';
import type { Decision, Wait } from '../../language/flow/wait.ts';
import { isFileDescription } from '../../language/inputs/file-description.ts';
import { isFile, isSecret, type Input } from '../../language/inputs/input.ts';
import { environmentText } from '../../language/inputs/text-conversion.ts';
import { fileSecret, newFileToken } from '../../store/executions/record/secret-names.ts';
import type { WaitEnding } from './wait-ending.ts';

type ApprovalWait = Extract<Wait, { readonly kind: 'approval' }>;

interface DecidedForm {
  /** The id of the task that waited. */
  readonly task: string;
  readonly form: readonly Input[];
}

export interface FormDecision {
  readonly decision: Decision;
  /** The people, as authors see them; empty after a timeout. */
  readonly approver: string;
  readonly at: Date;
}

/** What an approval returns: the values of its form, and who decided what and when. */
export function formOutputs(
  { task, form }: DecidedForm,
  values: ReadonlyMap<string, JsonValue>,
  { decision, approver, at }: FormDecision,
): Required<Pick<WaitEnding, 'outputs' | 'values' | 'secrets' | 'files'>> {
  const given = form.flatMap((input) => {
    const value = values.get(input.id);
    return value === undefined ? [] : [{ input, value }];
  });
  const files = given.flatMap(({ input, value }) =>
    isFile(input) && isFileDescription(value) ? [[formInputId(task, input.id), value] as const] : [],
  );
  const secrets = new Map([
    ...given
      .filter(({ input }) => isSecret(input))
      .map(({ input, value }) => [formInputId(task, input.id), String(value)] as const),
    ...files.map(([id]) => [fileSecret(id), newFileToken()] as const),
  ]);
  // The next segment finds a file as it finds those of inputs.
  const texts = given
    .filter(({ input }) => !isFile(input))
    .map(({ input, value }): [string, CarriedText] => {
      const secret = formInputId(task, input.id);
      return [input.id, secrets.has(secret) ? [{ secret, part: 0 }] : environmentText(input, value)];
    });
  const shown: JsonObject = Object.fromEntries(
    given.map(({ input, value }) => [input.id, isSecret(input) ? maskText : value]),
  );
  const outputs: Readonly<Record<string, CarriedText>> = {
    ...Object.fromEntries(texts),
    decision,
    approver,
    decided_at: at.toISOString(),
  };
  return { outputs, values: shown, secrets, files: Object.fromEntries(files) };
}

/** After a timeout that approves. */
export function approvedByDefault(task: string, { form }: ApprovalWait, at: Date): ReturnType<typeof formOutputs> {
  const defaults = form.flatMap(({ id, defaults: value }) => (value === undefined ? [] : [[id, value] as const]));
  return formOutputs({ task, form }, new Map(defaults), { decision: 'APPROVE', approver: '', at });
}
