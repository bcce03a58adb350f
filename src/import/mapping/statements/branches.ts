import type { Call, Expression, Span, Statement } from '../../groovy/syntax.ts';
import { conditionOf } from '../conditions/condition-of.ts';
import { insideBlock, taskIdIn, type Mapped, type Scope } from '../context/job-mapping.ts';
import { formOfItems, referenceTo } from '../context/names.ts';
import { sequenceOf, withCondition } from '../drafts/arrange-tasks.ts';
import { draftTask, type ByHand, type DraftTask } from '../drafts/draft-flow.ts';
import { constantItems } from '../values/values.ts';

type If = Extract<Statement, { kind: 'if' }>;

/**
 * `if`: a block with both lists, or a condition on the single task inside. If the condition cannot be said, its lists are
 * disabled and wait for one.
 */
export function mapIf(statement: If, scope: Scope): Mapped {
  const { condition, start, end } = statement;
  if (isUnix(condition)) return mapUnix(statement, scope);
  const written = conditionOf(condition, scope);
  const inside = insideBlock(scope);
  const then = scope.job.statements(statement.then, inside).tasks;
  const otherwise = scope.job.statements(statement.otherwise ?? [], inside).tasks;
  const newId = () => taskIdIn(scope, 'if');
  const source = scope.job.source.slice(condition.start, condition.end);

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
  const shape = { kind: 'choice', condition: written.text, tasks: then, otherwise } as const;
  return { differs, tasks: [draftTask(newId(), statement, shape)] };
}

const isUnix = (condition: Expression) => condition.kind === 'call' && condition.name === 'isUnix';

/** `if (isUnix())`: tasks run on agents with a POSIX shell, so only the first list can run. */
function mapUnix({ then, otherwise = [] }: If, scope: Scope): Mapped {
  const { tasks } = scope.job.statements(then, scope);
  const [first, last] = [otherwise[0], otherwise.at(-1)];
  if (first === undefined || last === undefined) return { tasks, note: 'agents have a POSIX shell' };
  const place = { start: first.start, end: last.end };
  const why = 'it is for agents with Windows, which flows do not use';
  const windows = scope.job.byHand.keep(place, 'else', why, otherwise, false);
  return { tasks: [...tasks, windows], note: 'agents have a POSIX shell' };
}

function disable(task: DraftTask, description: string): DraftTask {
  return { ...task, common: { ...task.common, disabled: true, description } };
}

/** `for (x in ['a', 'b'])`: a block that runs its tasks for each item; the first failure ends it. */
export function mapFor(
  { value, name, bodies, start, end }: Extract<Statement, { kind: 'control' }>,
  scope: Scope,
): Mapped | ByHand {
  if (name === undefined || value === undefined) return { byHand: 'flows loop over lists only' };
  return mapLoop({ name, list: value, body: bodies.flat(), span: { start, end } }, scope);
}

/** `['a', 'b'].each { x -> ... }`, the same as a `for`. */
export function mapEach(call: Call, scope: Scope): Mapped | ByHand {
  const [only, ...others] = call.arguments;
  if (call.of === undefined || only?.value.kind !== 'closure' || others.length > 0) {
    return { byHand: 'it is Groovy, which flows do not run' };
  }
  const { parameters, body } = only.value;
  if (parameters.length > 1) return { byHand: 'flows loop over lists only' };
  return mapLoop({ name: parameters[0] ?? 'it', list: call.of, body, span: call }, scope);
}

interface Loop {
  readonly name: string;
  readonly list: Expression;
  readonly body: readonly Statement[];
  readonly span: Span;
}

function mapLoop({ name, list, body, span }: Loop, scope: Scope): Mapped | ByHand {
  const items = constantItems(list, scope);
  if (items === undefined || items.length === 0) return { byHand: 'its items are computed' };
  if (new Set(items).size < items.length) return { byHand: 'the items of a loop must be unique' };
  const id = taskIdIn(scope, 'each', name);
  const operand = `items.${id}.${name}`;
  const locals = new Map(scope.locals).set(name, referenceTo(operand, formOfItems(items)));
  const { tasks } = scope.job.statements(body, { ...insideBlock(scope, id), locals });
  if (tasks.length === 0) return { tasks: [], note: 'there is nothing to do' };
  const shape = {
    kind: 'matrix',
    axes: { [name]: items },
    excludes: [],
    tasks,
    failFast: true,
    concurrency: 1,
    key: `{{ ${operand} }}`,
  } as const;
  return { tasks: [{ ...draftTask(id, span, shape), isReferenced: true }] };
}
