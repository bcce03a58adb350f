import type { Expression, Statement } from '../groovy/syntax.ts';
import { sequenceOf, withCondition } from './arrange-tasks.ts';
import { conditionOf } from './condition-of.ts';
import type { DraftTask } from './draft-task.ts';
import type { PipelineMapping } from './pipeline-mapping.ts';
import type { Mapped, Scope } from './scope.ts';
import { stepId } from './steps/reading.ts';

type If = Extract<Statement, { kind: 'if' }>;

/**
 * `if`: a block with both lists, or a condition on the single task inside. If the condition cannot be said, its lists are
 * disabled and wait for one.
 */
export function mapIf(statement: If, scope: Scope, mapping: PipelineMapping): Mapped {
  const { condition, start, end } = statement;
  if (isUnix(condition)) return mapUnix(statement, scope, mapping);
  const written = conditionOf(condition, scope);
  const inside: Scope = { ...scope, depth: scope.depth + 1, isConditional: true };
  const then = mapping.statements(statement.then, inside).tasks;
  const otherwise = mapping.statements(statement.otherwise ?? [], inside).tasks;
  const newId = () => stepId(mapping, scope, 'if');
  const source = mapping.source.slice(condition.start, condition.end);

  if ('byHand' in written) {
    const disabled = (tasks: readonly DraftTask[], description: string) =>
      tasks.length === 0 ? [] : [disable(sequenceOf(newId(), tasks, { start, end }), description)];
    return {
      tasks: [...disabled(then, `if (${source})`), ...disabled(otherwise, `if not (${source})`)],
      missing: `${written.byHand}; its tasks are disabled until you write the condition`,
    };
  }
  const differs = written.differs;
  if (then.length === 0 && otherwise.length === 0) return { tasks: [], differs, note: 'there is nothing to do' };
  if (then.length === 0) {
    return { tasks: withCondition(otherwise, `not (${written.text})`, newId, { start, end }), differs };
  }
  if (otherwise.length === 0) {
    return { tasks: withCondition(then, written.text, newId, { start, end }), differs };
  }
  return {
    differs,
    tasks: [
      {
        id: newId(),
        shape: { kind: 'choice', condition: written.text, tasks: then, otherwise },
        common: {},
        comments: [],
        span: { start, end },
      },
    ],
  };
}

const isUnix = (condition: Expression) => condition.kind === 'call' && condition.name === 'isUnix';

/** `if (isUnix())`: tasks run on agents with a POSIX shell, so only the first list can run. */
function mapUnix({ then, otherwise = [] }: If, scope: Scope, mapping: PipelineMapping): Mapped {
  const { tasks } = mapping.statements(then, scope);
  const [first, last] = [otherwise[0], otherwise.at(-1)];
  if (first === undefined || last === undefined) return { tasks, note: 'agents have a POSIX shell' };
  const place = { start: first.start, end: last.end };
  const why = 'it is for agents with Windows, which flows do not use';
  const windows = mapping.byHand(place, 'else', why, otherwise, false);
  return { tasks: [...tasks, windows], note: 'agents have a POSIX shell' };
}

function disable(task: DraftTask, description: string): DraftTask {
  return { ...task, common: { ...task.common, disabled: true, description } };
}
