import type { Catch, Statement } from '../../groovy/syntax.ts';
import { canStop } from '../by-hand/can-stop.ts';
import { hasFailed } from '../conditions/condition-of.ts';
import { constructOf, nameOf } from '../context/construct-of.ts';
import { taskIdIn, type JobMapping, type Mapped, type Scope } from '../context/job-mapping.ts';
import { referenceTo } from '../context/names.ts';
import { sequenceOf, stoppable, underCondition } from '../drafts/arrange-tasks.ts';
import type { ByHand, DraftTask } from '../drafts/draft-flow.ts';
import { canFail } from '../drafts/walk-tasks.ts';

type Try = Extract<Statement, { kind: 'try' }>;

/**
 * `try`: what is in `finally` runs at the end of the flow, and what is in a `catch` that fails again in its `errors`. A failure
 * that a `catch` hides is a tolerated one.
 */
export function mapTry(statement: Try, scope: Scope): Mapped | ByHand {
  const { start, catches, finally: last = [] } = statement;
  if (scope.list !== 'tasks') return { byHand: 'tasks in errors and finally cannot catch failures' };
  if (scope.isConditional) return { byHand: 'a flow has a single list finally, which always runs' };
  const isWhole = scope.isTail && scope.depth === 0 && scope.stageId === undefined;
  const endings = catches.map((one) => endingOf(one.body));
  const isHiding = endings.map((ending) => ending === 'hides' || ending === 'is unstable');
  const left = catches.map(({ body: handler }, index) => (endings[index] === 'hides' ? handler : handler.slice(0, -1)));
  // A handler that is by hand could end the run, so the failure does; so does one that no handler catches.
  const hides = catches.some(
    (one, index) =>
      isHiding[index] === true && left[index]?.some(canStop) !== true && catchesFailures(one, scope.job.source),
  );
  const list: Scope = { ...scope, endsClosure: scope.isLast };
  const around: Scope = hides ? { ...list, isSkippable: true } : list;
  const body = scope.job.statements(statement.body, isWhole ? around : { ...around, depth: scope.depth + 1 });
  const id = isWhole || body.tasks.length === 0 ? undefined : taskIdIn(scope, 'try');
  const differs = new Set<string>();

  const hidden: DraftTask[] = [];
  let isReferenced = false;
  for (const [index, { body: handler, name, start: from, end: to }] of catches.entries()) {
    if (isHiding[index] === true) {
      const handled = left[index] ?? [];
      const why = hides
        ? 'it runs only after this failure, and the build goes on'
        : 'it runs only after this failure, which ends the run until you write it';
      if (handled.length > 0 || !hides)
        hidden.push(scope.job.byHand.keep({ start: from, end: to }, 'catch', why, handled, false));
      continue;
    }
    const failing = isWhole ? undefined : hasFailed(scope.outerId ?? id ?? '');
    const caught = scope.job.statements(handler.slice(0, -1), inErrors(scope, name)).tasks;
    const errors = stoppable(caught, () => taskIdIn(scope, 'catch'), { start: from, end: to });
    for (const task of errors) scope.job.flow.errors.push(failing === undefined ? task : underCondition(task, failing));
    if (!isWhole && errors.length > 0) {
      isReferenced = scope.outerId === undefined;
      const after = scope.outerId === undefined ? '' : `, after any failure in ${scope.outerId}`;
      differs.add(`its catch block runs in the errors of the flow${after}`);
    }
    if (!isWhole && handler.at(-1)?.kind === 'assignment')
      differs.add('the tasks behind it do not run after a failure');
    reportEnding(handler.at(-1), scope.job);
  }
  const kept = scope.job.statements(last, { ...list, list: 'finally', depth: 0, isConditional: false }).tasks;
  const whole = stoppable(kept, () => taskIdIn(scope, 'finally'), { start, end: statement.end });
  scope.job.flow.finally.push(...whole);
  if (!isWhole && kept.length > 0) differs.add('its finally block runs at the end of the execution');
  if (kept.some((task) => canFail(task))) differs.add('a failure in its finally does not fail the flow');

  if (hides) differs.add('a failure becomes a warning of the execution');
  if (isWhole && !hides) return { tasks: body.tasks, differs: [...differs], scope: body.scope };
  const common = hides ? ({ allow_failure: true } as const) : {};
  const group =
    body.tasks.length === 0
      ? []
      : [sequenceOf(id ?? taskIdIn(scope, 'try'), body.tasks, { start, end: bodyEnd(statement) }, common)];
  const tasks = group.map((task) => (isReferenced ? { ...task, isReferenced } : task));
  return { tasks: [...tasks, ...hidden], differs: [...differs] };
}

/** Whether a failed step is among the exceptions that a `catch` names: most name all. */
function catchesFailures({ start, body, end }: Catch, source: string): boolean {
  const head = source.slice(start, body[0]?.start ?? end);
  const types = /^catch\s*\(\s*(?:(?:final|def)\s+)*([\w.|\s]*?)\s*\w+\s*\)/.exec(head)?.[1] ?? '';
  return types === '' || types.split('|').some((type) => broad.has(type.trim().replace(/^.*\./, '')));
}

const broad: ReadonlySet<string> = new Set(['Exception', 'Throwable', 'AbortException', 'IOException']);

/** Where the body ends, before what it catches. */
function bodyEnd({ end, body, catches }: Try): number {
  return catches[0]?.start ?? body.at(-1)?.end ?? end;
}

/** In `errors`, the exception is the reason of the failure. */
function inErrors(scope: Scope, exception: string | undefined): Scope {
  const known = referenceTo('failure.message', 'text', 'the failure is described in other words');
  const names = exception === undefined ? [] : [exception, `${exception}.message`];
  const locals = new Map([...scope.locals, ...names.map((name) => [name, known] as const)]);
  return { ...scope, list: 'errors', depth: 0, locals };
}

/** The last statement of a `catch` only decides how the build ends. */
function reportEnding(statement: Statement | undefined, job: JobMapping): void {
  if (statement === undefined) return;
  const fails = 'the flow fails with the reason of the task';
  const became = statement.kind === 'control' ? { note: fails } : { differs: [fails] };
  job.findings.add(statement, constructOf(statement), became);
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
