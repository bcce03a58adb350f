import type { Statement } from '../groovy/syntax.ts';
import { sequenceOf, underCondition } from './arrange-tasks.ts';
import { hasFailed } from './condition-result.ts';
import { constructOf, nameOf } from './construct-of.ts';
import type { ByHand, DraftTask } from './draft-task.ts';
import { canFail } from './map-post.ts';
import type { PipelineMapping } from './pipeline-mapping.ts';
import type { KnownValue, Mapped, Scope } from './scope.ts';
import { stepId } from './steps/reading.ts';

type Try = Extract<Statement, { kind: 'try' }>;

/**
 * `try`: what is in `finally` runs at the end of the flow, and what is in a `catch` that fails again in its `errors`. A failure
 * that a `catch` hides is a tolerated one.
 */
export function mapTry(statement: Try, scope: Scope, mapping: PipelineMapping): Mapped | ByHand {
  const { start, catches, finally: last = [] } = statement;
  if (scope.list !== 'tasks') return { byHand: 'tasks in errors and finally cannot catch failures' };
  if (scope.isConditional === true) return { byHand: 'a flow has a single list finally, which always runs' };
  const isWhole = scope.isTail === true && scope.depth === 0 && scope.stageId === undefined;
  const endings = catches.map((one) => endingOf(one.body));
  const hides = endings.some((ending) => ending === 'hides' || ending === 'is unstable');
  const around: Scope = hides ? { ...scope, isSkippable: true } : scope;
  const body = mapping.statements(statement.body, isWhole ? around : { ...around, depth: scope.depth + 1 });
  const id = isWhole || body.tasks.length === 0 ? undefined : stepId(mapping, scope, 'try');
  const differs = new Set<string>();

  const hidden: DraftTask[] = [];
  for (const [index, { body: handler, name, start: from, end: to }] of catches.entries()) {
    const ending = endings[index] ?? 'hides';
    if (ending === 'hides' || ending === 'is unstable') {
      const left = ending === 'hides' ? handler : handler.slice(0, -1);
      if (left.length > 0) {
        const why = 'it runs only after this failure, and the build goes on';
        hidden.push(mapping.byHand({ start: from, end: to }, 'catch', why, left));
      }
      continue;
    }
    const failing = isWhole ? undefined : hasFailed(scope.outerId ?? id ?? '');
    const errors = mapping.statements(handler.slice(0, -1), inErrors(scope, name)).tasks;
    for (const task of errors) mapping.addTask('errors', failing === undefined ? task : underCondition(task, failing));
    if (!isWhole && errors.length > 0) differs.add('its catch block runs in the errors of the flow');
    if (!isWhole && handler.at(-1)?.kind === 'assignment')
      differs.add('the tasks behind it do not run after a failure');
    reportEnding(handler.at(-1), mapping);
  }
  const kept = mapping.statements(last, { ...scope, list: 'finally', depth: 0, isConditional: false }).tasks;
  for (const task of kept) mapping.addTask('finally', task);
  if (!isWhole && kept.length > 0) differs.add('its finally block runs at the end of the execution');
  if (kept.some(canFail)) differs.add('a failure in its finally does not fail the flow');

  if (hides) differs.add('a failure becomes a warning of the execution');
  if (isWhole && !hides) return { tasks: body.tasks, differs: [...differs], scope: body.scope };
  const common = hides ? ({ allow_failure: true } as const) : {};
  const group =
    body.tasks.length === 0
      ? []
      : [sequenceOf(id ?? stepId(mapping, scope, 'try'), body.tasks, { start, end: bodyEnd(statement) }, common)];
  return { tasks: [...group, ...hidden], differs: [...differs] };
}

/** Where the body ends, before what it catches. */
function bodyEnd({ end, body, catches }: Try): number {
  return catches[0]?.start ?? body.at(-1)?.end ?? end;
}

/** In `errors`, the exception is the reason of the failure. */
function inErrors(scope: Scope, exception: string | undefined): Scope {
  const known: KnownValue = {
    text: '{{ failure.message }}',
    operand: 'failure.message',
    form: 'text',
    differs: 'the failure is described in other words',
  };
  const names = exception === undefined ? [] : [exception, `${exception}.message`];
  const locals = new Map([...scope.locals, ...names.map((name) => [name, known] as const)]);
  return { ...scope, list: 'errors', depth: 0, locals };
}

/** The last statement of a `catch` only decides how the build ends. */
function reportEnding(statement: Statement | undefined, mapping: PipelineMapping): void {
  if (statement === undefined) return;
  const { start, end, kind } = statement;
  const isSame = kind === 'control';
  mapping.report({
    start,
    end,
    construct: constructOf(statement),
    outcome: isSame ? 'mapped' : 'approximated',
    message: 'the flow fails with the reason of the task',
  });
}

/** Whether a `catch` fails again, and how: it decides what the build does next. */
function endingOf(statements: readonly Statement[]): 'fails' | 'hides' | 'is unstable' {
  const last = statements.at(-1);
  if (last?.kind === 'control' && last.word === 'throw') return 'fails';
  if (last?.kind === 'expression' && nameOf(last.expression) === 'error') return 'fails';
  if (last?.kind !== 'assignment' || nameOf(last.target) !== 'currentBuild.result') return 'hides';
  const result = last.value.kind === 'literal' ? last.value.value : undefined;
  if (result === 'FAILURE') return 'fails';
  return result === 'UNSTABLE' ? 'is unstable' : 'hides';
}
