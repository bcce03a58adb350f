import type { Statement } from '../groovy/syntax.ts';
import { sequenceOf, underCondition } from './arrange-tasks.ts';
import { constructOf, nameOf } from './construct-of.ts';
import type { ByHand, DraftTask } from './draft-task.ts';
import type { PipelineMapping } from './pipeline-mapping.ts';
import type { Mapped, Scope } from './scope.ts';

type Try = Extract<Statement, { kind: 'try' }>;

/**
 * `try`: what is in `finally` runs at the end of the flow, and what is in a `catch` that fails again in its `errors`. A failure
 * that a `catch` hides is a tolerated one.
 */
export function mapTry(statement: Try, scope: Scope, mapping: PipelineMapping): Mapped | ByHand {
  const { start, end, catches, finally: last = [] } = statement;
  if (scope.list !== 'tasks') return { byHand: 'errors and finally have no try' };
  if (scope.isConditional === true) return { byHand: 'a flow has one finally, which always runs' };
  const isWhole = scope.isTail === true && scope.depth === 0 && scope.stageId === undefined;
  const endings = catches.map((one) => endingOf(one.body));
  const words = [...(scope.stageId === undefined ? [] : [scope.stageId]), 'try'];
  const hides = endings.some((ending) => ending === 'hides' || ending === 'is unstable');
  const around: Scope = hides ? { ...scope, isSkippable: true } : scope;
  const body = mapping.statements(statement.body, isWhole ? around : { ...around, depth: scope.depth + 1 });
  const id = isWhole || body.tasks.length === 0 ? undefined : mapping.taskId(...words);
  const differs = new Set<string>();

  for (const [index, { body: handler, start: from, end: to }] of catches.entries()) {
    const ending = endings[index] ?? 'hides';
    if (ending === 'hides' || ending === 'is unstable') {
      const left = ending === 'hides' ? handler : handler.slice(0, -1);
      if (left.length > 0) {
        mapping.addTask(
          'tasks',
          mapping.byHand(
            { start: from, end: to },
            'catch',
            'it runs only after this failure, and the build goes on',
            left,
          ),
        );
      }
      continue;
    }
    const failing = isWhole ? undefined : `failure.task == '${scope.outerId ?? id ?? ''}'`;
    const errors = mapping.statements(handler.slice(0, -1), { ...scope, list: 'errors', depth: 0 }).tasks;
    for (const task of errors) mapping.addTask('errors', failing === undefined ? task : underCondition(task, failing));
    if (!isWhole && errors.length > 0) differs.add('what it catches runs in the errors of the flow');
    const final = handler.at(-1);
    if (final?.kind === 'assignment' && !isWhole) differs.add('what follows does not run after a failure');
    reportEnding(final, mapping);
  }
  const kept = mapping.statements(last, { ...scope, list: 'finally', depth: 0, isConditional: false }).tasks;
  for (const task of kept) mapping.addTask('finally', task);
  if (!isWhole && kept.length > 0) differs.add('its finally runs at the end of the execution');

  if (hides) differs.add('a failure is a warning of the execution');
  if (isWhole && !hides) return { tasks: body.tasks, differs: [...differs], scope: body.scope };
  const tasks: readonly DraftTask[] =
    body.tasks.length === 0
      ? []
      : [sequenceOf(id ?? mapping.taskId(...words), body.tasks, { start, end }, hides ? { allow_failure: true } : {})];
  return { tasks, differs: [...differs], scope: { ...scope, locals: scope.locals } };
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
