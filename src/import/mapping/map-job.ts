import type { Statement } from '../groovy/syntax.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { mapAgent } from './agents/agent.ts';
import { checkoutOfFlow } from './agents/checkouts.ts';
import { fitDepth } from './by-hand/fit-depth.ts';
import { closeGates, hold } from './by-hand/gates.ts';
import { ImportBudget } from './context/import-budget.ts';
import { JobMapping, type MappingOptions, type Scope } from './context/job-mapping.ts';
import { mapEnvironment } from './directives/environment.ts';
import { initialScope, withUndeclared } from './directives/names-of-flow.ts';
import { mapOptions } from './directives/options.ts';
import { mapParameters } from './directives/parameters.ts';
import { mapTriggers } from './directives/triggers.ts';
import { mergeNeighbours } from './drafts/arrange-tasks.ts';
import type { DraftTask } from './drafts/draft-flow.ts';
import { withoutRunning } from './drafts/walk-tasks.ts';
import { reportTools } from './stages/directives.ts';
import { mapPipelinePost } from './stages/post.ts';
import { mapStages } from './stages/stage.ts';
import { knownLocal } from './statements/assignment.ts';
import { expandMethods } from './statements/methods.ts';
import { mapStatements } from './statements/statements.ts';
import { constantOf } from './values/values.ts';

/** Maps a job to a flow; every statement gets a finding. */
export function mapJob(read: Pipeline, options: MappingOptions): JobMapping {
  const budget = new ImportBudget();
  const { pipeline, expanded } = expandMethods(read, budget);
  const { beside, steps, stages, post } = pipeline;
  const job = new JobMapping(pipeline, options, { statements: mapStatements, expanded, budget });
  const { flow, source } = job;
  reportLibraries(pipeline, job);
  const names = withConstants(beside, withUndeclared(pipeline.file.statements, initialScope(job)));
  const besideIt = mapStatements(beside, mapParameters(pipeline.parameters, names));
  const withAgent = mapAgent(pipeline.agent, besideIt.scope, 'flow');
  const withEnvironment = mapEnvironment(pipeline.environment, withAgent, 'flow');
  const { scope } = mapOptions(pipeline.options, withEnvironment, 'flow');
  mapTriggers(pipeline.triggers, scope);
  const reasons = [...scope.reasons, ...reportTools(pipeline, job)];
  const inside: Scope = { ...scope, reasons: [] };

  const outside = (list: readonly DraftTask[]) =>
    inside.noAgent === undefined ? list : withoutRunning(list, inside.noAgent);
  const tasks = [
    ...outside([...checkoutOfFlow(inside), ...besideIt.tasks]),
    ...mapStages(stages, inside),
    ...outside(mapStatements(steps, inside).tasks),
  ];
  const { tasks: after, disabled } = mapPipelinePost(post, job.assigned.knownAt(inside), tasks);
  flow.tasks.unshift(...keepMethods(job), ...mergeNeighbours([...tasks, ...after], source));
  flow.finally.push(...disabled);
  hold(job, reasons);
  fitDepth(job);
  closeGates(job);
  return job;
}

function reportLibraries({ libraries }: Pipeline, { source, findings }: JobMapping): void {
  const byHand = 'its steps are by hand, unless a mapping file says what they mean';
  for (const library of libraries) {
    const names = library.arguments.map(({ value }) => source.slice(value.start, value.end).replaceAll(/\s+/g, ' '));
    findings.add(library, `shared library ${names.join(', ')}`, { byHand });
  }
}

/** Keeps the source of the methods that something still calls which is by hand. */
function keepMethods({ methods, byHand }: JobMapping): readonly DraftTask[] {
  const why = 'a statement that calls it is by hand';
  return methods
    .leftIn(byHand.keptSources)
    .map((method) => byHand.keep(method, `method ${method.name}`, why, method.body, false));
}

/** Knows the constants beside a pipeline before its parameters, which can have them as defaults. */
function withConstants(beside: readonly Statement[], scope: Scope): Scope {
  const { facts } = scope.job;
  const locals = new Map(scope.locals);
  for (const statement of beside) {
    const [name] = statement.kind === 'declaration' ? statement.names : [];
    if (statement.kind !== 'declaration' || statement.value === undefined || name === undefined) continue;
    const isConstant =
      facts.assignmentsOf(name) === 0 && !facts.isChanged(name) && constantOf(statement.value, scope) !== undefined;
    if (isConstant) locals.set(name, knownLocal(name, statement.value, scope));
  }
  return { ...scope, locals };
}
