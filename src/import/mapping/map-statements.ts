import type { Call, Statement } from '../groovy/syntax.ts';
import { bodiesOf } from '../groovy/walk.ts';
import { mergeNeighbours } from './arrange-tasks.ts';
import { constructOf, nameOf } from './construct-of.ts';
import type { ByHand, DraftTask } from './draft-task.ts';
import { mapAssignment, mapDeclaration } from './map-assignment.ts';
import { mapIf } from './map-if.ts';
import { mapMethodCall } from './map-method-call.ts';
import { mapNodeStep, mapParallelStep, mapStageStep } from './map-stage-step.ts';
import { mapTry } from './map-try.ts';
import type { Step } from './mapping.ts';
import type { MappedStatements, PipelineMapping } from './pipeline-mapping.ts';
import type { Mapped, Scope } from './scope.ts';
import { toStep } from './step-handlers.ts';

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
    const mapped = mapStatement(statement, { ...mapping.withAssigned(current), isTail }, mapping);
    const [first, ...others] = mapped.tasks;
    if (first !== undefined) tasks.push({ ...first, comments: [...comments, ...first.comments] }, ...others);
    else mapping.giveBack(comments);
    const { isTail: _, ...behind } = mapped.scope ?? current;
    current = behind;
  }
  return { tasks: mergeNeighbours(tasks, mapping.source), scope: current };
}

function mapStatement(statement: Statement, scope: Scope, mapping: PipelineMapping): Mapped {
  const result = resultOf(statement, scope, mapping);
  const construct = constructOf(statement);
  if ('byHand' in result) {
    return { tasks: [mapping.byHand(statement, construct, result.byHand, bodiesOf(statement).flat())] };
  }
  const { start, end } = statement;
  const differs = result.differs ?? [];
  mapping.report({
    start,
    end,
    construct,
    outcome: differs.length > 0 ? 'approximated' : 'mapped',
    ...messageOf(differs.length > 0 ? differs.join('; ') : result.note),
    ...(result.tasks[0] === undefined ? {} : { target: result.tasks[0].id }),
  });
  return result;
}

const messageOf = (message: string | undefined) => (message === undefined ? {} : { message });

function resultOf(statement: Statement, scope: Scope, mapping: PipelineMapping): Mapped | ByHand {
  switch (statement.kind) {
    case 'expression': {
      const { expression } = statement;
      if (expression.kind === 'call') return mapCall(expression, scope, mapping);
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
      return { byHand: `flows have no ${statement.word}` };
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
  if (name === undefined) return { byHand: 'it calls the result of an expression' };
  if (call.arguments.some(({ key }) => key !== undefined)) return { byHand: 'the names of its arguments are computed' };
  const method = call.of === undefined ? mapping.methods.get(name) : undefined;
  if (method !== undefined) return mapMethodCall(call, method, scope, mapping);
  const handler = Object.hasOwn(ownHandlers, name) ? ownHandlers[name] : mapping.handlerOf(name);
  if (handler !== undefined) return handler(toStep(call), scope, mapping);
  if (call.of !== undefined) return { byHand: `it calls ${name} in Groovy` };
  return { byHand: `${name} is a step of a plugin or of a shared library, and no task type or mapping file says it` };
}

function mapDefinition(
  { word, name, body }: Extract<Statement, { kind: 'definition' }>,
  mapping: PipelineMapping,
): Mapped | ByHand {
  if (word === 'import') return { tasks: [], note: 'only Groovy code needs it' };
  if (word !== 'method') return { byHand: `flows have no ${word}` };
  if (!mapping.methods.has(name)) return { byHand: `several methods are named ${name}` };
  if (mapping.isCalled(name)) return { tasks: [], note: 'its steps stand where it is called' };
  return body.length === 0 ? { tasks: [], note: 'it is empty' } : { byHand: 'nothing that could be read calls it' };
}
