import type { Directives, Stage } from '../../pipeline/pipeline.ts';
import { mapAgent } from '../agents/agent.ts';
import { canStop } from '../by-hand/can-stop.ts';
import { constructOf } from '../context/construct-of.ts';
import type { JobMapping, Scope } from '../context/job-mapping.ts';
import { mapEnvironment } from '../directives/environment.ts';
import { mapOptions } from '../directives/options.ts';
import { mapWhen } from '../directives/when.ts';
import { underCondition } from '../drafts/arrange-tasks.ts';
import type { CommonProperties, DraftTask } from '../drafts/draft-flow.ts';
import { waitingFor, type Reason } from '../drafts/gate.ts';
import { canFail } from '../drafts/walk-tasks.ts';

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
  hasSteps: boolean,
): MappedDirectives {
  const { job } = scope;
  const withAgent = mapAgent(stage.agent, scope, 'stage');
  const withEnvironment = mapEnvironment(stage.environment, withAgent, 'stage');
  const options = mapOptions(stage.options, withEnvironment, 'stage');
  const unknown = reportTools(stage, job);
  const when = conditionOfStage(stage.when, options.scope);
  const { workerGroup, noAgent } = options.scope;
  const isElsewhere = workerGroup !== undefined && workerGroup !== job.flow.properties.get('worker_group');
  const isByHand = noAgent !== undefined && (hasSteps || noAgent !== scope.noAgent);
  const reasons = [...options.scope.reasons, ...unknown, ...when.reasons];
  const condition = when.common.run_if;
  return {
    inside: {
      ...options.scope,
      workerGroup: undefined,
      reasons: [],
      ...(isElsewhere ? { workspace: workerGroup } : {}),
      ...(stage.when.length > 0 ? { isSkippable: true } : {}),
      ...(reasons.length === 0 ? {} : { waitsFor: waitingFor(reasons) }),
    },
    common: {
      ...options.common,
      ...(isElsewhere ? { worker_group: workerGroup } : {}),
      ...when.common,
      ...(isByHand ? { disabled: true, description: noAgent } : {}),
    },
    gates: (tasks) => {
      const isHeld = reasons.length > 0 && tasks.some((task) => canFail(task, true));
      if (!isHeld && unknown.length === 0) return [];
      const gate = job.byHand.gate(reasons);
      return [condition === undefined ? gate : underCondition(gate, condition)];
    },
  };
}

/** The condition of a stage as properties of its task, which is disabled if the condition is by hand. */
function conditionOfStage(
  when: Stage['when'],
  scope: Scope,
): { readonly common: CommonProperties; readonly reasons: readonly Reason[] } {
  const condition = mapWhen(when, scope);
  if (condition === undefined) return { common: {}, reasons: [] };
  if ('text' in condition) return { common: { run_if: condition.text }, reasons: [] };
  const [start, end] = [when[0]?.start ?? 0, when.at(-1)?.end ?? 0];
  return {
    common: { disabled: true, description: `when { ${scope.job.source.slice(start, end)} }` },
    reasons: [{ start, end, construct: 'when', why: condition.byHand }],
  };
}

/** Says that tools and unknown directives are by hand; returns the directives that nothing may run without. */
export function reportTools({ tools, unknown }: Directives, job: JobMapping): readonly Reason[] {
  for (const tool of tools) {
    const differs = ['the agents must have it on their PATH; Jenkins would install it'];
    job.findings.add(tool, `tool ${tool.name}`, { differs });
  }
  const why = 'the import does not know this directive';
  return unknown.flatMap((statement) => {
    const { start, end } = statement;
    const construct = constructOf(statement);
    job.findings.add(statement, construct, { byHand: why });
    return describing.has(construct) || !canStop(statement) ? [] : [{ start, end, construct, why }];
  });
}

/** Elements of a `config.xml` that say nothing about what a job runs. */
const describing: ReadonlySet<string> = new Set(
  'actions authToken blockBuildWhenDownstreamBuilding blockBuildWhenUpstreamBuilding displayName scmCheckoutRetryCount'.split(
    ' ',
  ),
);
