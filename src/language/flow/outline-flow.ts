import type { SourceRange } from '../../base/problem/problem.ts';
import type { ParsedFlowDocument } from '../document/parse-flow-document.ts';
import { checkParsed, type CheckFlowOptions } from './check-flow.ts';
import type { Control, ControlKind } from './control.ts';
import type { FlowKey } from './flow-key.ts';
import type { Task, TaskSection } from './flow.ts';
import { locatedTasks } from './located-tasks.ts';
import type { SubflowCall } from './task-types.ts';

/** A task of a document, as far as it can be read, and its place. */
export interface OutlineNode {
  /** The ids of the blocks around it and its own, with slashes. */
  readonly path: string;
  readonly task: Task;
  readonly section: TaskSection;
  /** The path of the block around it. */
  readonly parent?: string;
  /** The list of that block that it is in, if the block has several: `then`, `cases.eu`. */
  readonly body?: string;
  readonly control?: ControlKind | 'wait';
  /** `run_if`, or the condition or items of the block, as written. */
  readonly condition?: string;
  /** Whether it or a block around it is disabled. */
  readonly isDisabled: boolean;
  /** The flow that it calls. */
  readonly calls?: FlowKey;
  /** Undefined for JSON. */
  readonly range?: SourceRange;
}

/** The tasks of a document with or without errors, in document order; none if it cannot be parsed. */
export function outlineFlow(parsed: ParsedFlowDocument, options: CheckFlowOptions): readonly OutlineNode[] {
  const { document } = parsed;
  const { draft } = checkParsed(parsed, options);
  if (document === undefined || draft === undefined) return [];
  // Blocks come before the tasks in them.
  const blocks = new Map<string, OutlineNode>();
  return [...locatedTasks(draft)].map(({ task, path, isDisabled, block, body }) => {
    const parent = block && blocks.get(block.join('/'));
    const call = options.taskTypes.find(task.type)?.subflow?.(task);
    const node: OutlineNode = {
      path: parent === undefined ? task.id : `${parent.path}/${task.id}`,
      task,
      section: path[0] as TaskSection, // the first step of every located task
      parent: parent?.path,
      body: (parent?.task.bodies?.length ?? 0) > 1 ? body?.join('.') : undefined,
      control: task.control?.kind ?? (task.wait && 'wait'),
      condition: task.runIf?.text ?? (task.control && conditionOf(task.control)),
      isDisabled,
      calls: call && calledBy(call),
      range: document.sourceRange(document.locate({ path })),
    };
    blocks.set(path.join('/'), node);
    return node;
  });
}

/** Undefined while the author has not written both parts. */
function calledBy({ namespace, flowId }: Partial<SubflowCall>): FlowKey | undefined {
  return namespace === undefined || flowId === undefined ? undefined : { namespace, id: flowId };
}

function conditionOf(control: Control): string | undefined {
  if (control.kind === 'until') return control.condition;
  if (control.kind === 'choice') return control.value ?? control.choices.find(({ condition }) => condition)?.condition;
  if (control.kind !== 'loop' || control.values === undefined) return undefined;
  return typeof control.values === 'string' ? control.values : JSON.stringify(control.values);
}
