import type { JsonObject } from '../../base/text/json-value.ts';
import type { WaitAnswer } from '../../engines/local/interpreter/run-ports.ts';
import {
  decided,
  formFor,
  signalled,
  timedOut,
  type AnsweredWait,
  type FormDecision,
} from '../../language/execution-plan/wait-answer.ts';
import { searchesAtOnce } from '../../language/expressions/search-at-once.ts';
import type { Task } from '../../language/flow/flow.ts';
import type { Wait } from '../../language/flow/wait.ts';
import { isSecret, type Input } from '../../language/inputs/input.ts';
import { validateInputs } from '../../language/inputs/validate-inputs.ts';
import { InThreadRunner } from '../../language/processes/in-thread-runner.ts';
import { ownWork } from '../../language/safe-patterns/bounded-runner.ts';

/** A decision with the values of the form. A gateway rejects invalid ones; here, the task fails. */
export async function answerOfDecision(
  form: readonly Input[],
  values: JsonObject,
  by: FormDecision,
): Promise<WaitAnswer> {
  const { violations, accepted } = await checkForm(formFor(by.decision, form), values);
  const [first] = violations;
  return first === undefined
    ? answerOf(decided(form, accepted, by))
    : failed(`the form rejects the value of ${first.inputId}: ${first.message}`);
}

/** The end of a wait whose timeout is over. */
export async function answerOfTimeout(task: Pick<Task, 'timeout'>, wait: Wait, at: number): Promise<WaitAnswer> {
  return answerOf(await timedOut(task, wait, { at, searches: searchesAtOnce }));
}

/** A signal with the JSON object that it brings. A gateway rejects invalid fields; here, the task fails. */
export function answerOfSignal(task: Task, body: JsonObject): WaitAnswer {
  const answered = signalled(task, body);
  if (!('violations' in answered)) return answerOf(answered);
  const [first] = answered.violations;
  return failed(`the signal has an invalid field ${first?.inputId}: ${first?.message}`);
}

export function checkForm(form: readonly Input[], values: JsonObject) {
  return validateInputs(form, values, { runner: new InThreadRunner(), owner: ownWork });
}

function answerOf({ end, form = [], values, outputs = new Map() }: AnsweredWait): WaitAnswer {
  if (end.state === 'FAILED') return end;
  const secrets = form.flatMap((input) => (isSecret(input) ? [String(values?.get(input.id) ?? '')] : []));
  const entered = secrets.filter((secret) => secret !== '');
  return { ...end, outputs, ...(entered.length > 0 && { secrets: entered }) };
}

function failed(reason: string): WaitAnswer {
  return { state: 'FAILED', reason };
}
