import type { Statement } from '../groovy/syntax.ts';
import { sequenceOf, withCondition } from './arrange-tasks.ts';
import { conditionOf } from './condition-of.ts';
import type { DraftTask } from './draft-task.ts';
import type { PipelineMapping } from './pipeline-mapping.ts';
import type { Mapped, Scope } from './scope.ts';

/**
 * `if`: a block with both lists, or a condition on the single task inside. If the condition cannot be said, its lists are
 * disabled and wait for one.
 */
export function mapIf(statement: Extract<Statement, { kind: 'if' }>, scope: Scope, mapping: PipelineMapping): Mapped {
  const { condition, start, end } = statement;
  const written = conditionOf(condition, scope);
  const inside: Scope = { ...scope, depth: scope.depth + 1, isConditional: true };
  const then = mapping.statements(statement.then, inside).tasks;
  const otherwise = mapping.statements(statement.otherwise ?? [], inside).tasks;
  const words = [...(scope.stageId === undefined ? [] : [scope.stageId]), 'if'];
  const source = mapping.source.slice(condition.start, condition.end);

  if ('byHand' in written) {
    const disabled = (tasks: readonly DraftTask[], description: string) =>
      tasks.length === 0 ? [] : [disable(sequenceOf(mapping.taskId(...words), tasks, { start, end }), description)];
    const { start: from, end: to } = condition;
    mapping.report({ start: from, end: to, construct: 'condition', outcome: 'by hand', message: written.byHand });
    return {
      tasks: [...disabled(then, `if (${source})`), ...disabled(otherwise, `if not (${source})`)],
      differs: ['its tasks are disabled until you write the condition'],
    };
  }
  const differs = written.differs;
  if (then.length === 0 && otherwise.length === 0) return { tasks: [], differs, note: 'there is nothing to do' };
  if (then.length === 0) {
    return { tasks: withCondition(otherwise, `not (${written.text})`, mapping.taskId, words, { start, end }), differs };
  }
  if (otherwise.length === 0) {
    return { tasks: withCondition(then, written.text, mapping.taskId, words, { start, end }), differs };
  }
  return {
    differs,
    tasks: [
      {
        id: mapping.taskId(...words),
        shape: { kind: 'choice', condition: written.text, tasks: then, otherwise },
        common: {},
        comments: [],
        span: { start, end },
      },
    ],
  };
}

export function disable(task: DraftTask, description: string): DraftTask {
  return { ...task, common: { ...task.common, disabled: true, description } };
}
