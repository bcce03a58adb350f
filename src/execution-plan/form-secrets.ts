import type { Flow } from '../language/flow/flow.ts';
import { isSecret, type Input } from '../language/inputs/input.ts';

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
