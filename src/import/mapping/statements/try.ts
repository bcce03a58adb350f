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
  const { start, end, finally: last = [] } = statement;
  const { flow, statements } = scope.job;
  if (scope.list !== 'tasks') return { byHand: 'tasks in errors and finally cannot catch failures' };
  if (scope.isConditional) return { byHand: 'a flow has a single list finally, which always runs' };
  const isWhole = scope.isTail && scope.depth === 0 && scope.stageId === undefined;
  const handlers = statement.catches.map(handlerOf);
  // A handler that is by hand could end the run, so the failure does; so does one that no handler catches.
  const hides = handlers.some(
    (handler) => handler.isHiding && !handler.steps.some(canStop) && catchesFailures(handler.source, scope.job.source),
  );
  const list: Scope = { ...scope, endsClosure: scope.isLast };
  const around: Scope = hides ? { ...list, isSkippable: true } : list;
  const body = statements(statement.body, isWhole ? around : { ...around, depth: scope.depth + 1 });
  const id = isWhole || body.tasks.length === 0 ? undefined : taskIdIn(scope, 'try');
  const caught = mapHandlers(handlers, scope, { hides, isWhole, failing: scope.outerId ?? id ?? '' });
  const differs = new Set(caught.differs);

  const kept = statements(last, { ...list, list: 'finally', depth: 0, isConditional: false }).tasks;
  flow.finally.push(...stoppable(kept, () => taskIdIn(scope, 'finally'), { start, end }));
  if (!isWhole && kept.length > 0) differs.add('its finally block runs at the end of the execution');
  if (kept.some((task) => canFail(task))) differs.add('a failure in its finally does not fail the flow');

  if (hides) differs.add('a failure becomes a warning of the execution');
  if (isWhole && !hides) return { tasks: body.tasks, differs: [...differs], scope: body.scope };
  if (body.tasks.length === 0) return { tasks: caught.hidden, differs: [...differs] };
  const common = hides ? ({ allow_failure: true } as const) : {};
  const place = { start, end: bodyEnd(statement) };
  const group = sequenceOf(id ?? taskIdIn(scope, 'try'), body.tasks, place, common);
  const named = caught.isReferenced ? { ...group, isReferenced: true } : group;
  return { tasks: [named, ...caught.hidden], differs: [...differs] };
}

interface Handler {
  readonly source: Catch;
  /** Whether the build goes on after it. */
  readonly isHiding: boolean;
  /** Its statements without the last one, if that only decides how the build ends. */
  readonly steps: readonly Statement[];
}

function handlerOf(source: Catch): Handler {
  const ending = endingOf(source.body);
  return {
    source,
    isHiding: ending !== 'fails',
    steps: ending === 'hides' ? source.body : source.body.slice(0, -1),
  };
}

interface Handled {
  /** What only keeps the source of handlers, which no flow can run. */
  readonly hidden: readonly DraftTask[];
  readonly differs: readonly string[];
  /** Whether the handlers name the block of the `try`. */
  readonly isReferenced: boolean;
}

/** What handlers do goes to `errors`; those after which the build goes on are by hand. */
function mapHandlers(
  handlers: readonly Handler[],
  scope: Scope,
  { hides, isWhole, failing }: { readonly hides: boolean; readonly isWhole: boolean; readonly failing: string },
): Handled {
  const { job, outerId } = scope;
  const hidden: DraftTask[] = [];
  const differs: string[] = [];
  let isReferenced = false;
  for (const { source, isHiding, steps } of handlers) {
    const last = source.body.at(-1);
    if (isHiding) {
      const end = hides ? 'and the build goes on' : 'which ends the run until you write it';
      if (steps.length > 0 || !hides)
        hidden.push(job.byHand.keep(source, 'catch', `it runs only after this failure, ${end}`, steps, false));
      continue;
    }
    const caught = job.statements(steps, inErrors(scope, source.name)).tasks;
    const errors = stoppable(caught, () => taskIdIn(scope, 'catch'), { start: source.start, end: source.end });
    job.flow.errors.push(...(isWhole ? errors : errors.map((task) => underCondition(task, hasFailed(failing)))));
    if (!isWhole && errors.length > 0) {
      isReferenced = outerId === undefined;
      const after = outerId === undefined ? '' : `, after any failure in ${outerId}`;
      differs.push(`its catch block runs in the errors of the flow${after}`);
    }
    if (!isWhole && last?.kind === 'assignment') differs.push('the tasks behind it do not run after a failure');
    reportEnding(last, job);
  }
  return { hidden, differs, isReferenced };
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
