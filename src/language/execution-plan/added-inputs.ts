import { someText } from '../../base/text/some-text.ts';
import { signalUrlInput } from '../expressions/run-fields.ts';
import { eachTask, type Flow } from '../flow/flow.ts';
import { secretType } from '../input-types/secret-type.ts';
import { isFile, isSecret, type Input } from '../inputs/input.ts';
import type { Carried } from './segment.ts';

/** Values of executions of a flow that are no inputs of it: engines pass them in the same way. */
export function addedInputs(flow: TasksOfFlow): readonly Input[] {
  return [...formInputs(flow), ...(usesSignalUrl(flow) ? [signalUrl] : [])];
}

type TasksOfFlow = Pick<Flow, 'tasks' | 'errors' | 'finally'>;

const signalUrl: Input = {
  id: signalUrlInput,
  type: secretType.name,
  description: 'The URL for signals.',
  required: false,
  constraints: {},
};

/** Whether a task may refer to the URL for signals. */
export function usesSignalUrl({ tasks, errors, finally: last }: TasksOfFlow): boolean {
  const mentions = (text: string): boolean => text.includes('signal_url');
  if (!tasks.some(({ wait }) => wait?.kind === 'signal')) return false;
  for (const { properties, runIf } of eachTask([...tasks, ...errors, ...last]))
    if (someText(properties, mentions) || mentions(runIf?.text ?? '')) return true;
  return false;
}

/**
 * The secrets and files of the forms of a flow, by the ids under which an execution keeps their values. They have none
 * before the decision.
 */
function formInputs({ tasks }: Pick<Flow, 'tasks'>): readonly Input[] {
  return tasks.flatMap(({ id, wait, disabled }) =>
    disabled || wait?.kind !== 'approval'
      ? []
      : wait.form
          .filter((input) => isSecret(input) || isFile(input))
          .map((input) => ({ ...input, id: formInputId(id, input.id), required: false, dependsOn: undefined })),
  );
}

/** Its variable is the one of the output that the approval returns, so that nothing else in the flow has this id. */
export function formInputId(taskId: string, inputId: string): string {
  return `task.${taskId}.${inputId}`;
}

/** Whether an id is one of these, for an input of the form of a task. */
export function isOfForm(id: string, taskId: string): boolean {
  return id.startsWith(formInputId(taskId, ''));
}

/** The secrets of forms that kept tasks have returned, and that a restart needs again. */
export function keptFormSecrets(flow: Pick<Flow, 'tasks'>, { outputs }: Pick<Carried, 'outputs'>): readonly Input[] {
  const texts = Object.values(outputs).flatMap((fields) => Object.values(fields));
  const places = texts.flatMap((text) => (typeof text === 'string' ? [] : text));
  const ids = new Set(places.map((piece) => (typeof piece === 'string' ? undefined : piece.secret)));
  return formInputs(flow).filter(({ id }) => ids.has(id));
}
