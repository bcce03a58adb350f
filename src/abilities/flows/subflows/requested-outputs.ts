import type { Path, TextRange } from '../../../base/problem/problem.ts';
import type { PlacedReference } from '../../../language/expressions/read-reference.ts';
import { conditionReferences, templateReferences } from '../../../language/expressions/references-of.ts';
import type { Flow, Task } from '../../../language/flow/flow.ts';
import { locatedTasks } from '../../../language/flow/located-tasks.ts';
import type { TaskTypes, TextProperty } from '../../../language/flow/task-types.ts';
import type { InputTypeName } from '../../../language/input-types/input-types.ts';

/** A reference to an output of a task, and its place in the document. */
export interface RequestedOutput {
  readonly taskId: string;
  readonly field: string;
  readonly path: Path;
  readonly range: TextRange;
  /** The type of the output, of the flow or of a block, whose value refers to it. */
  readonly resultType?: InputTypeName;
}

/** Every reference in a flow to an output of the task. */
export function requestedOutputs(flow: Flow, taskTypes: TaskTypes): readonly RequestedOutput[] {
  const asked: RequestedOutput[] = [];
  const add = (path: Path, references: readonly PlacedReference[], resultType?: InputTypeName): void => {
    for (const { reference, range } of references) {
      if (reference.root === 'task_outputs')
        asked.push({ taskId: reference.taskId, field: reference.field, path, range, resultType });
    }
  };
  for (const { task, path } of locatedTasks(flow)) {
    if (task.runIf !== undefined) add([...path, 'run_if'], conditionReferences(task.runIf.condition));
    for (const text of taskTypes.find(task.type)?.texts(task.properties) ?? []) {
      const { template, condition } = text;
      const references = condition === undefined ? templateReferences(template) : conditionReferences(condition);
      add([...path, ...text.path], references, outputTypeOf(text, task));
    }
  }
  for (const [index, { value, type }] of flow.outputs.entries())
    add(['outputs', index, 'value'], templateReferences(value), type);
  return asked;
}

/** The type of the output whose value a string of a block is. */
function outputTypeOf({ text, scope }: TextProperty, { control }: Task): InputTypeName | undefined {
  if (scope !== 'body' || (control?.kind !== 'loop' && control?.kind !== 'until')) return undefined;
  return control.outputs?.find(({ value }) => value === text)?.type;
}
