import type { Call, Statement } from '../groovy/syntax.ts';
import { bodiesOf } from '../groovy/walk.ts';
import { mergeNeighbours, tasksInside } from './arrange-tasks.ts';
import { canStop } from './can-stop.ts';
import { constructOf, nameOf } from './construct-of.ts';
import type { ByHand, DraftTask } from './draft-task.ts';
import { stopsHere } from './gate.ts';
import { importLimits, sizeOf } from './import-budget.ts';
import { mapAssignment, mapDeclaration } from './map-assignment.ts';
import { mapIf } from './map-if.ts';
import { mapEach, mapFor } from './map-loop.ts';
import { mapMethodCall } from './map-method-call.ts';
import { mapNodeStep, mapParallelStep, mapStageStep } from './map-stage-step.ts';
import { mapTry } from './map-try.ts';
import type { Step } from './mapping.ts';
import type { MappedStatements, PipelineMapping } from './pipeline-mapping.ts';
import type { Mapped, Scope } from './scope.ts';
import { toStep } from './step-handlers.ts';
import { disabledBlock } from './steps/disabled-block.ts';

/** Maps statements in their order, reports each, and joins tasks that are one script. */
export function mapStatements(
  statements: readonly Statement[],
  scope: Scope,
  mapping: PipelineMapping,
): MappedStatements {
  const tasks: DraftTask[] = [];
  let current = scope;
  for (const [index, statement] of statements.entries()) {
    const comments = mapping.commentsAbove(statement);
    const isTail = scope.isTail !== false && index === statements.length - 1;
    const isLast = scope.endsClosure !== false && index === statements.length - 1;
    const mapped = mapStatement(statement, { ...mapping.withAssigned(current), isTail, isLast }, mapping);
    const [first, ...others] = mapped.tasks;
    if (first !== undefined) tasks.push({ ...first, comments: [...comments, ...first.comments] }, ...others);
    else mapping.giveBack(comments);
    if (mapped.scope !== undefined) current = behind(mapped.scope);
  }
  return { tasks: mergeNeighbours(tasks, mapping.source), scope: current };
}

function behind({ isTail: _tail, isLast: _last, ...scope }: Scope): Scope {
  return scope;
}

function mapStatement(statement: Statement, scope: Scope, mapping: PipelineMapping): Mapped {
  const written = resultOf(statement, scope, mapping);
  const result = 'byHand' in written ? written : (overspent(written, scope) ?? written);
  const construct = constructOf(statement);
  if ('byHand' in result) {
    mapping.forget(statement);
    const inside = bodiesOf(statement).flat();
    const isGate = result.isIdle !== true && canStop(statement);
    return { tasks: [mapping.byHand(statement, construct, result.byHand, inside, isGate)] };
  }
  const { start, end } = statement;
  const { missing } = result;
  const isHeld = missing !== undefined && canStop(statement);
  const differs = result.differs ?? [];
  const outcome = differs.length > 0 ? 'approximated' : 'mapped';
  mapping.report({
    start,
    end,
    construct,
    outcome: missing === undefined ? outcome : 'by hand',
    ...messageOf(
      isHeld ? `${missing}; ${stopsHere}` : (missing ?? (differs.length > 0 ? differs.join('; ') : result.note)),
    ),
    ...(result.tasks[0] === undefined ? {} : { target: result.tasks[0].id }),
  });
  if (!isHeld) return result;
  return { ...result, tasks: [mapping.gate([{ start, end, construct, why: missing }]), ...result.tasks] };
}

/** Each task has the variables, the folder and the container of its scope. The tasks in blocks are counted already. */
function overspent({ tasks }: Mapped, { budget }: Scope): ByHand | undefined {
  const own = tasks.filter((task) => tasksInside(task).length === 0);
  return own.length === 0 ? undefined : budget.take(sizeOf(own, importLimits.total));
}

const messageOf = (message: string | undefined) => (message === undefined ? {} : { message });

function resultOf(statement: Statement, scope: Scope, mapping: PipelineMapping): Mapped | ByHand {
  switch (statement.kind) {
    case 'expression': {
      const { expression } = statement;
      if (expression.kind === 'call') {
        // What `return` leaves in the body of a step is only that body.
        const { endsClosure: _ends, ...inside } = scope;
        return mapCall(expression, inside, mapping);
      }
      return { byHand: 'it is Groovy, which flows do not run' };
    }
    case 'declaration':
      return mapDeclaration(statement, scope, mapping);
    case 'assignment':
      return mapAssignment(statement, scope, mapping);
    case 'if':
      return mapIf(statement, scope, mapping);
    case 'try':
      return mapTry(statement, scope, mapping);
    case 'definition':
      return mapDefinition(statement, mapping);
    case 'control':
      return mapControl(statement, scope, mapping);
    case 'unreadable':
      return { byHand: 'the import cannot read it' };
  }
}

type OwnHandler = (step: Step, scope: Scope, mapping: PipelineMapping) => Mapped | ByHand;

/** The steps whose bodies are stages, which only the mapping of whole pipelines knows. */
const ownHandlers: Readonly<Record<string, OwnHandler>> = {
  node: mapNodeStep,
  parallel: mapParallelStep,
  stage: mapStageStep,
};

function mapCall(call: Call, scope: Scope, mapping: PipelineMapping): Mapped | ByHand {
  const name = nameOf(call);
  if (name === undefined) {
    return call.name === 'each' ? mapEach(call, scope, mapping) : { byHand: 'it calls the result of an expression' };
  }
  if (call.arguments.some(({ key }) => key !== undefined)) return { byHand: 'the names of its arguments are computed' };
  const method = call.of === undefined ? mapping.methods.get(name) : undefined;
  if (method !== undefined) return mapMethodCall(call, method, scope, mapping);
  const handler = Object.hasOwn(ownHandlers, name) ? ownHandlers[name] : mapping.handlerOf(name);
  if (handler !== undefined) {
    const step = toStep(call);
    const result = handler(step, scope, mapping);
    // What is inside of a step that no flow has waits in a disabled block.
    const isOpen = 'byHand' in result && step.body !== undefined && step.body.length > 0 && !hasParameters(call);
    return isOpen ? disabledBlock(step, scope, mapping, result.byHand) : result;
  }
  if (call.name === 'each') return mapEach(call, scope, mapping);
  if (call.of !== undefined) return { byHand: `it calls ${name}, which is not a step` };
  const { body = [] } = toStep(call);
  if (body.length > 0 && !hasParameters(call)) {
    return disabledBlock(
      toStep(call),
      scope,
      mapping,
      `flows have no ${name}; its tasks are disabled until you write what it does`,
    );
  }
  return { byHand: `${name} is a step of a plugin or a shared library: say in a mapping file which flow replaces it` };
}

function mapControl(
  statement: Extract<Statement, { kind: 'control' }>,
  scope: Scope,
  mapping: PipelineMapping,
): Mapped | ByHand {
  const { word, value } = statement;
  if (word === 'for') return mapFor(statement, scope, mapping);
  const isLast = word === 'return' && scope.isLast === true && scope.isConditional !== true;
  const isPlain = value === undefined || value.kind === 'literal' || value.kind === 'name';
  return isLast && isPlain ? { tasks: [], note: 'nothing follows it' } : { byHand: `flows have no ${word}` };
}

function hasParameters(call: Call): boolean {
  const closure = call.arguments.at(-1)?.value;
  return closure?.kind === 'closure' && closure.parameters.length > 0;
}

function mapDefinition(
  { word, name, body }: Extract<Statement, { kind: 'definition' }>,
  mapping: PipelineMapping,
): Mapped | ByHand {
  if (word === 'import') return { tasks: [], note: 'only Groovy code needs it' };
  if (word !== 'method') return { byHand: `flows have no ${word}` };
  if (!mapping.methods.has(name)) return { byHand: `several methods are named ${name}` };
  if (mapping.expanded.has(name)) return { tasks: [], note: 'its value is written where it is called' };
  if (mapping.isCalled(name)) return { tasks: [], note: 'its steps are written where it is called' };
  return body.length === 0 ? { tasks: [], note: 'it is empty' } : { byHand: 'nothing that could be read calls it' };
}
