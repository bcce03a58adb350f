import type { Flow } from '../language/flow/flow.ts';
import { isSecret, type Input } from '../language/inputs/input.ts';
import type { Carried } from './segment.ts';

/**
 * The secret inputs of the forms of a flow, by the ids under which an execution keeps their values. They have none
 * before the decision.
 */
export function formSecrets({ tasks }: Pick<Flow, 'tasks'>): readonly Input[] {
  return tasks.flatMap(({ id, wait, disabled }) =>
    disabled || wait?.kind !== 'approval'
      ? []
      : wait.form
          .filter(isSecret)
          .map((input) => ({ ...input, id: formInputId(id, input.id), required: false, dependsOn: undefined })),
  );
}

/** Its variable is the one of the output that the approval returns, so that nothing else in the flow has this id. */
export function formInputId(taskId: string, inputId: string): string {
  return `task.${taskId}.${inputId}`;
}

/** Those that kept tasks have returned, and that a restart needs again. */
export function keptFormSecrets(flow: Pick<Flow, 'tasks'>, { outputs }: Pick<Carried, 'outputs'>): readonly Input[] {
  const texts = Object.values(outputs).flatMap((fields) => Object.values(fields));
  const places = texts.flatMap((text) => (typeof text === 'string' ? [] : text));
  const ids = new Set(places.map((piece) => (typeof piece === 'string' ? undefined : piece.secret)));
  return formSecrets(flow).filter(({ id }) => ids.has(id));
}
