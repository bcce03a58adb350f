import type { PlacedReference } from '../../language/expressions/read-reference.ts';
import { conditionReferences, templateReferences } from '../../language/expressions/references-of.ts';
import { taskSections, type Flow } from '../../language/flow/flow.ts';
import type { TaskTypes } from '../../language/flow/task-types.ts';
import type { InputTypeName } from '../../language/input-types/input-types.ts';
import type { Path, TextRange } from '../../problem/problem.ts';

/** A reference to an output of a task, and its place in the document. */
export interface RequestedOutput {
  readonly taskId: string;
  readonly field: string;
  readonly path: Path;
  readonly range: TextRange;
  /** The type of the flow's output whose value refers to it. */
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
  for (const section of taskSections) {
    for (const [index, task] of flow[section].entries()) {
      if (task.runIf !== undefined) add([section, index, 'run_if'], conditionReferences(task.runIf.condition));
      for (const { path, template } of taskTypes.find(task.type)?.texts(task.properties) ?? []) {
        add([section, index, ...path], templateReferences(template));
      }
    }
  }
  for (const [index, { value, type }] of flow.outputs.entries())
    add(['outputs', index, 'value'], templateReferences(value), type);
  return asked;
}
