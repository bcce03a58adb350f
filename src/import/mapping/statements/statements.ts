import type { Statement } from '../../groovy/syntax.ts';
import { bodiesOf } from '../../groovy/walk.ts';
import { canStop } from '../by-hand/can-stop.ts';
import { constructOf } from '../context/construct-of.ts';
import { importLimits, sizeOf } from '../context/import-budget.ts';
import type { Definition } from '../context/job-facts.ts';
import type { Mapped, MappedStatements, Scope } from '../context/job-mapping.ts';
import { mergeNeighbours } from '../drafts/arrange-tasks.ts';
import type { ByHand, DraftTask } from '../drafts/draft-flow.ts';
import { stopsHere } from '../drafts/gate.ts';
import { tasksInside } from '../drafts/walk-tasks.ts';
import { mapAssignment, mapDeclaration } from './assignment.ts';
import { mapFor, mapIf } from './branches.ts';
import { mapCall } from './call.ts';
import { mapTry } from './try.ts';

type Constructs = {
  readonly [Kind in Statement['kind']]: (
    statement: Extract<Statement, { readonly kind: Kind }>,
    scope: Scope,
  ) => Mapped | ByHand;
};

/** What maps each kind of statement. The steps among them have a table of their own (`steps/steps.ts`). */
const constructs: Constructs = {
  assignment: mapAssignment,
  control: mapControl,
  declaration: mapDeclaration,
  definition: mapDefinition,
  expression: mapExpression,
  if: mapIf,
  try: mapTry,
  unreadable: () => ({ byHand: 'the import cannot read it' }),
};

/** Maps statements in their order, reports each, and joins tasks that are one script. */
export function mapStatements(statements: readonly Statement[], scope: Scope): MappedStatements {
  const { assigned, comments, source } = scope.job;
  const tasks: DraftTask[] = [];
  let current = scope;
  for (const [index, statement] of statements.entries()) {
    const above = comments.above(statement);
    const isEnd = index === statements.length - 1;
    const place = { isTail: scope.isTail && isEnd, isLast: scope.endsClosure && isEnd };
    const mapped = mapStatement(statement, { ...assigned.knownAt(current), ...place });
    const [first, ...others] = mapped.tasks;
    if (first !== undefined) tasks.push({ ...first, comments: [...above, ...first.comments] }, ...others);
    else comments.giveBack(above);
    if (mapped.scope !== undefined) current = { ...mapped.scope, isTail: scope.isTail, isLast: scope.isLast };
  }
  return { tasks: mergeNeighbours(tasks, source), scope: current };
}

function mapStatement(statement: Statement, scope: Scope): Mapped {
  const { assigned, byHand, findings } = scope.job;
  const map = constructs[statement.kind] as (statement: Statement, scope: Scope) => Mapped | ByHand; // that of its kind
  const written = map(statement, scope);
  const result = 'byHand' in written ? written : (overspent(written, scope) ?? written);
  const construct = constructOf(statement);
  if ('byHand' in result) {
    assigned.forget(statement);
    const inside = bodiesOf(statement).flat();
    const isGate = result.isIdle !== true && canStop(statement);
    return { tasks: [byHand.keep(statement, construct, result.byHand, inside, isGate)] };
  }
  const { missing, differs, note, tasks } = result;
  const target = tasks[0]?.id;
  if (missing === undefined) {
    findings.add(statement, construct, { differs, note, target });
    return result;
  }
  const isHeld = canStop(statement);
  findings.add(statement, construct, { byHand: isHeld ? `${missing}; ${stopsHere}` : missing, target });
  const { start, end } = statement;
  return isHeld ? { ...result, tasks: [byHand.gate([{ start, end, construct, why: missing }]), ...tasks] } : result;
}

/** Each task has the variables, the folder and the container of its scope. The tasks in blocks are counted already. */
function overspent({ tasks }: Mapped, { job }: Scope): ByHand | undefined {
  const own = tasks.filter((task) => tasksInside(task).length === 0);
  return own.length === 0 ? undefined : job.budget.take(sizeOf(own, importLimits.total));
}

function mapExpression({ expression }: Extract<Statement, { kind: 'expression' }>, scope: Scope): Mapped | ByHand {
  if (expression.kind !== 'call') return { byHand: 'it is Groovy, which flows do not run' };
  // What `return` leaves in the body of a step is only that body.
  return mapCall(expression, { ...scope, endsClosure: true });
}

function mapControl(statement: Extract<Statement, { kind: 'control' }>, scope: Scope): Mapped | ByHand {
  const { word, value } = statement;
  if (word === 'for') return mapFor(statement, scope);
  const isLast = word === 'return' && scope.isLast && !scope.isConditional;
  const isPlain = value === undefined || value.kind === 'literal' || value.kind === 'name';
  return isLast && isPlain ? { tasks: [], note: 'nothing follows it' } : { byHand: `flows have no ${word}` };
}

function mapDefinition({ word, name, body }: Definition, { job }: Scope): Mapped | ByHand {
  if (word === 'import') return { tasks: [], note: 'only Groovy code needs it' };
  if (word !== 'method') return { byHand: `flows have no ${word}` };
  if (job.methods.get(name) === undefined) return { byHand: `several methods are named ${name}` };
  if (job.methods.isExpanded(name)) return { tasks: [], note: 'its value is written where it is called' };
  if (job.facts.callsOf(name) > 0) return { tasks: [], note: 'its steps are written where it is called' };
  return body.length === 0 ? { tasks: [], note: 'it is empty' } : { byHand: 'nothing that could be read calls it' };
}
