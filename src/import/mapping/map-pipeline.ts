import type { Statement } from '../groovy/syntax.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { mergeNeighbours } from './arrange-tasks.ts';
import { closeGates } from './close-gates.ts';
import { constantOf } from './constant-of.ts';
import { DraftMapping, type MappingOptions } from './draft-mapping.ts';
import type { DraftTask } from './draft-task.ts';
import { emptyFlow } from './empty-flow.ts';
import { expandMethods } from './expand-methods.ts';
import { hold } from './fall-back.ts';
import { fitDepth } from './fit-depth.ts';
import { ImportBudget } from './import-budget.ts';
import { initialScope } from './known-names.ts';
import { mapAgent } from './map-agent.ts';
import { knownLocal } from './map-assignment.ts';
import { reportTools } from './map-directives.ts';
import { mapEnvironment } from './map-environment.ts';
import { mapOptions } from './map-options.ts';
import { mapParameters } from './map-parameters.ts';
import { mapPipelinePost } from './map-post.ts';
import { mapStages } from './map-stage.ts';
import { mapStatements } from './map-statements.ts';
import { mapTriggers } from './map-triggers.ts';
import type { Scope } from './scope.ts';
import { checkoutOfFlow } from './steps/job-checkout.ts';
import { withoutRunning } from './task-ends.ts';
import { withUndeclared } from './undeclared-variables.ts';

/** Maps a job to a flow; every statement gets a finding. */
export function mapPipeline(read: Pipeline, options: MappingOptions): DraftMapping {
  const budget = new ImportBudget();
  const { pipeline, expanded } = expandMethods(read, budget);
  const { id, namespace, name } = options;
  const flow = emptyFlow({ id, namespace, description: pipeline.description ?? `Imported from ${name}.` });
  const mapping = new DraftMapping(pipeline, flow, options, mapStatements, expanded);
  for (const { start, end, arguments: given } of pipeline.libraries) {
    const names = given
      .map(({ value }) => mapping.source.slice(value.start, value.end).replaceAll(/\s+/g, ' '))
      .join(', ');
    const message = `its steps are by hand, unless a mapping file says what they mean`;
    mapping.report({ start, end, construct: `shared library ${names}`, outcome: 'by hand', message });
  }

  const constants = withConstants(
    pipeline.beside,
    withUndeclared(pipeline.file.statements, initialScope(mapping, budget), mapping),
    mapping,
  );
  const beside = mapStatements(pipeline.beside, mapParameters(pipeline.parameters, constants, mapping), mapping);
  const withAgent = mapAgent(pipeline.agent, beside.scope, mapping, 'flow');
  const withEnvironment = mapEnvironment(pipeline.environment, withAgent, mapping, 'flow');
  const { common, scope } = mapOptions(pipeline.options, withEnvironment, mapping, 'flow');
  for (const [key, value] of Object.entries(common)) flow.properties.set(key, value);
  mapTriggers(pipeline.triggers, scope, mapping);
  const unknown = reportTools(pipeline, mapping);
  const { reasons: ofDirectives = [], ...inside } = scope;
  const reasons = [...ofDirectives, ...unknown];

  const outside = (list: readonly DraftTask[]) =>
    inside.noAgent === undefined ? list : withoutRunning(list, inside.noAgent);
  const tasks = [
    ...outside([...checkoutOfFlow(inside, mapping), ...beside.tasks]),
    ...mapStages(pipeline.stages, inside, mapping),
    ...outside(mapStatements(pipeline.steps, inside, mapping).tasks),
  ];
  const { tasks: after, disabled } = mapPipelinePost(pipeline.post, mapping.withAssigned(inside), mapping, tasks);
  flow.tasks.unshift(...mapping.keepMethods(), ...mergeNeighbours([...tasks, ...after], mapping.source));
  flow.finally.push(...disabled);
  hold(mapping, reasons);
  fitDepth(mapping);
  closeGates(mapping);
  return mapping;
}

/** Knows the constants beside a pipeline before its parameters, which can have them as defaults. */
function withConstants(beside: readonly Statement[], scope: Scope, mapping: DraftMapping): Scope {
  const locals = new Map(scope.locals);
  for (const statement of beside) {
    const [name] = statement.kind === 'declaration' ? statement.names : [];
    if (statement.kind !== 'declaration' || statement.value === undefined || name === undefined) continue;
    const isConstant =
      mapping.assignmentsOf(name) === 0 && !mapping.isChanged(name) && constantOf(statement.value, scope) !== undefined;
    if (isConstant) locals.set(name, knownLocal(name, statement.value, scope));
  }
  return { ...scope, locals };
}
