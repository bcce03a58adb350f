import type { Directives, Stage } from '../pipeline/pipeline.ts';
import { underCondition } from './arrange-tasks.ts';
import { canStop } from './can-stop.ts';
import { constructOf } from './construct-of.ts';
import type { CommonProperties, DraftTask } from './draft-task.ts';
import { waitingFor, type Reason } from './gate.ts';
import { mapAgent } from './map-agent.ts';
import { mapEnvironment } from './map-environment.ts';
import { mapOptions } from './map-options.ts';
import { mapWhen } from './map-when.ts';
import type { PipelineMapping } from './pipeline-mapping.ts';
import type { Scope } from './scope.ts';
import { canFail } from './task-ends.ts';

interface MappedDirectives {
  readonly common: CommonProperties;
  readonly inside: Scope;
  /** Stops the run where a directive is by hand, if the tasks of the stage could fail; empty if none is. */
  readonly gates: (tasks: readonly DraftTask[]) => readonly DraftTask[];
}

/**
 * The agent, environment, options, tools and conditions of a stage or a cell.
 * @param hasSteps whether it runs steps itself, not in stages that can have agents of their own
 */
export function mapDirectives(
  stage: Directives & { readonly when: Stage['when'] },
  scope: Scope,
  mapping: PipelineMapping,
  hasSteps: boolean,
): MappedDirectives {
  const withAgent = mapAgent(stage.agent, scope, mapping, 'stage');
  const withEnvironment = mapEnvironment(stage.environment, withAgent, mapping, 'stage');
  const options = mapOptions(stage.options, withEnvironment, mapping, 'stage');
  const unknown = reportTools(stage, mapping);
  const condition = mapWhen(stage.when, options.scope, mapping);
  const { workerGroup, reasons: ofDirectives = [], ...inside } = options.scope;
  const isElsewhere = workerGroup !== undefined && workerGroup !== mapping.flow.properties.get('worker_group');
  const isByHand = inside.noAgent !== undefined && (hasSteps || inside.noAgent !== scope.noAgent);
  const reasons = [...ofDirectives, ...unknown, ...reasonOf(condition, stage)];
  return {
    inside: {
      ...inside,
      ...(isElsewhere ? { workspace: workerGroup } : {}),
      ...(stage.when.length > 0 ? { isSkippable: true } : {}),
      ...(reasons.length === 0 ? {} : { waitsFor: waitingFor(reasons) }),
    },
    common: {
      ...options.common,
      ...(isElsewhere ? { worker_group: workerGroup } : {}),
      ...conditionProperties(condition, stage, mapping),
      ...(isByHand ? { disabled: true, description: inside.noAgent } : {}),
    },
    gates: (tasks) =>
      (reasons.length > 0 && tasks.some((task) => canFail(task, true))) || unknown.length > 0
        ? [underMapped(mapping.gate(reasons), condition)]
        : [],
  };
}

function reasonOf(
  condition: ReturnType<typeof mapWhen>,
  { when }: { readonly when: Stage['when'] },
): readonly Reason[] {
  if (condition === undefined || 'text' in condition) return [];
  const [first, last] = [when[0], when.at(-1)];
  return [{ start: first?.start ?? 0, end: last?.end ?? 0, construct: 'when', why: condition.byHand }];
}

function underMapped(gate: DraftTask, condition: ReturnType<typeof mapWhen>): DraftTask {
  return condition !== undefined && 'text' in condition ? underCondition(gate, condition.text) : gate;
}

function conditionProperties(
  condition: ReturnType<typeof mapWhen>,
  { when }: { readonly when: Stage['when'] },
  mapping: PipelineMapping,
): CommonProperties {
  if (condition === undefined) return {};
  if ('text' in condition) return { run_if: condition.text };
  const [first, last] = [when[0], when.at(-1)];
  const source = first === undefined || last === undefined ? '' : mapping.source.slice(first.start, last.end);
  return { disabled: true, description: `when { ${source} }` };
}

/** Says that tools and unknown directives are by hand; returns the directives that nothing may run without. */
export function reportTools({ tools, unknown }: Directives, mapping: PipelineMapping): readonly Reason[] {
  for (const tool of tools) {
    const { start, end, name } = tool;
    const message = 'the agents must have it on their PATH; Jenkins would install it';
    mapping.report({ start, end, construct: `tool ${name}`, outcome: 'approximated', message });
  }
  const why = 'the import does not know this directive';
  return unknown.flatMap((statement) => {
    const { start, end } = statement;
    const construct = constructOf(statement);
    mapping.report({ start, end, construct, outcome: 'by hand', message: why });
    return describing.has(construct) || !canStop(statement) ? [] : [{ start, end, construct, why }];
  });
}

/** Elements of a `config.xml` that say nothing about what a job runs. */
const describing: ReadonlySet<string> = new Set(
  'actions authToken blockBuildWhenDownstreamBuilding blockBuildWhenUpstreamBuilding displayName scmCheckoutRetryCount'.split(
    ' ',
  ),
);
