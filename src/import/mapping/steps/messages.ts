import { taskIdIn, type Mapped, type Scope } from '../context/job-mapping.ts';
import { draftTask, type ByHand, type DraftTask } from '../drafts/draft-flow.ts';
import { shellWordOf } from '../scripts/shell-of.ts';
import { onAgent, shellTask } from '../scripts/shell-task.ts';
import { textOf } from '../values/texts.ts';
import { alwaysByHand, mapped, type Step, type StepHandler, type StepTable } from './step.ts';

/** `echo` and its kin: a message, or a script if only a shell knows a value in it. */
const print: StepHandler = (step, scope) => {
  if (step.positional.length > 1 || (step.name !== 'echo' && step.named.size > 0))
    return { byHand: 'the import does not know its arguments' };
  const message = step.named.get('message') ?? step.positional[0];
  if (message === undefined) return { tasks: [messageTask('', step, scope)] };
  const written = textOf(message, scope);
  if (!('byHand' in written)) return mapped([messageTask(written.text, step, scope)], written.differs);
  const word = shellWordOf(message, scope);
  if ('byHand' in word) return written;
  const script = `printf '%s\\n' ${word.text}`;
  const outside = onAgent(scope);
  return mapped([shellTask({ script }, step.call, taskIdIn(scope, 'echo'), outside)], word.differs);
};

function messageTask(message: string, { call }: Step, scope: Scope): DraftTask {
  return draftTask(taskIdIn(scope, 'echo'), call, { kind: 'message', text: message });
}

const error: StepHandler = (step, scope) => {
  const differs = scope.list === 'tasks' ? [] : ['a failure in this list does not change the result'];
  return failing(step, scope, { differs });
};

const unstable: StepHandler = (step, scope) => {
  const differs = ['it is a task that fails, and its failure is a warning'];
  return failing(step, scope, { differs, isTolerated: true });
};

/** A task that prints a message and fails. */
function failing(
  { call, name, named }: Step,
  scope: Scope,
  { differs, isTolerated = false }: { readonly differs: readonly string[]; readonly isTolerated?: boolean },
): Mapped | ByHand {
  const message = named.get('message');
  const word = message === undefined ? { text: name, differs: [] } : shellWordOf(message, scope);
  if ('byHand' in word) return word;
  const script = `printf '%s\\n' ${word.text} >&2\nexit 1`;
  const common = isTolerated ? ({ allow_failure: true } as const) : {};
  const task = shellTask({ script }, call, taskIdIn(scope, name), onAgent(scope), common);
  return mapped([isTolerated ? task : { ...task, isStop: true }], [...word.differs, ...differs]);
}

const notifying = alwaysByHand('use `notify` of the flow or of its namespace to report results');

export const messageSteps: StepTable = {
  echo: { main: 'message', arguments: 'message', map: print },
  print: { map: print },
  println: { map: print },
  error: { main: 'message', arguments: 'message', map: error },
  unstable: { main: 'message', arguments: 'message', map: unstable },
  emailext: notifying,
  mail: notifying,
  hipchatSend: notifying,
  mattermostSend: notifying,
  office365ConnectorSend: notifying,
  rocketSend: notifying,
  slackSend: notifying,
};
