import type { Expression } from '../../groovy/syntax.ts';
import type { ByHand, DraftTask } from '../draft-task.ts';
import type { Mapping, Step, StepHandler } from '../mapping.ts';
import type { Mapped, Scope } from '../scope.ts';
import { shellWordOf } from '../shell-of.ts';
import { textOf } from '../text-of.ts';
import { isByHand, mapped, stepId } from './reading.ts';
import { shellTask, withoutContainer } from './shell-task.ts';
import { otherArguments } from './to-step.ts';

/** `echo` and its kin: a message, or a script if only a shell knows a value in it. */
const print: StepHandler = (step, scope, mapping) => {
  const other = step.name === 'echo' ? otherArguments(step, ['message']) : undefined;
  if (other !== undefined) return other;
  if (step.positional.length > 1 || (step.name !== 'echo' && step.named.size > 0))
    return { byHand: 'the import does not know its arguments' };
  const message = step.named.get('message') ?? step.positional[0];
  if (message === undefined) return { tasks: [messageTask('', step, scope, mapping)] };
  const written = textOf(message, scope);
  if (!isByHand(written)) return mapped([messageTask(written.text, step, scope, mapping)], written.differs);
  const word = shellWordOf(message, scope);
  if (isByHand(word)) return written;
  const script = `printf '%s\\n' ${word.text}`;
  const outside = withoutContainer(scope);
  return mapped([shellTask({ script }, step.call, stepId(mapping, scope, 'echo'), outside)], word.differs);
};

function messageTask(message: string, { call }: Step, scope: Scope, mapping: Mapping): DraftTask {
  const { start, end } = call;
  const id = stepId(mapping, scope, 'echo');
  return { id, shape: { kind: 'message', text: message }, common: {}, comments: [], span: { start, end } };
}

const error: StepHandler = (step, scope, mapping) => {
  const other = otherArguments(step, ['message']);
  if (other !== undefined) return other;
  const differs = scope.list === 'tasks' ? [] : ['a failure in this list does not change the result'];
  return failing(step.named.get('message'), step, scope, mapping, { differs });
};

const unstable: StepHandler = (step, scope, mapping) => {
  const other = otherArguments(step, ['message']);
  if (other !== undefined) return other;
  const differs = ['it is a task that fails, and its failure is a warning'];
  return failing(step.named.get('message'), step, scope, mapping, { differs, isTolerated: true });
};

/** A task that prints a message and fails. */
function failing(
  message: Expression | undefined,
  { call, name }: Step,
  scope: Scope,
  mapping: Mapping,
  { differs, isTolerated = false }: { readonly differs: readonly string[]; readonly isTolerated?: boolean },
): Mapped | ByHand {
  const word = message === undefined ? { text: name, differs: [] } : shellWordOf(message, scope);
  if (isByHand(word)) return word;
  const script = `printf '%s\\n' ${word.text} >&2\nexit 1`;
  const common = isTolerated ? ({ allow_failure: true } as const) : {};
  const task = shellTask({ script }, call, stepId(mapping, scope, name), withoutContainer(scope), common);
  return mapped([isTolerated ? task : { ...task, isStop: true }], [...word.differs, ...differs]);
}

const notifying: StepHandler = () => ({
  byHand: 'use `notify` of the flow or of its namespace to report results',
});

export const messageHandlers: Readonly<Record<string, StepHandler>> = {
  echo: print,
  print,
  println: print,
  error,
  unstable,
  emailext: notifying,
  mail: notifying,
  hipchatSend: notifying,
  mattermostSend: notifying,
  office365ConnectorSend: notifying,
  rocketSend: notifying,
  slackSend: notifying,
};
