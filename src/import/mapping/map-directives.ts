import type { Directives, Stage } from '../pipeline/pipeline.ts';
import { constructOf } from './construct-of.ts';
import type { CommonProperties } from './draft-task.ts';
import { mapAgent } from './map-agent.ts';
import { mapEnvironment } from './map-environment.ts';
import { mapOptions } from './map-options.ts';
import { mapWhen } from './map-when.ts';
import type { PipelineMapping } from './pipeline-mapping.ts';
import type { Scope } from './scope.ts';
import { sourceOf } from './source-of.ts';

interface MappedDirectives {
  readonly common: CommonProperties;
  readonly inside: Scope;
}

/** The agent, environment, options, tools and conditions of a stage or a cell. */
export function mapDirectives(
  stage: Directives & { readonly when: Stage['when'] },
  scope: Scope,
  mapping: PipelineMapping,
): MappedDirectives {
  const withAgent = mapAgent(stage.agent, scope, mapping, 'stage');
  const withEnvironment = mapEnvironment(stage.environment, withAgent, mapping, 'stage');
  const options = mapOptions(stage.options, withEnvironment, mapping, 'stage');
  reportTools(stage, mapping);
  const condition = mapWhen(stage.when, options.scope, mapping);
  const { workerGroup, hasNoAgent, ...inside } = options.scope;
  const isElsewhere = workerGroup !== undefined && workerGroup !== mapping.flow.properties.get('worker_group');
  return {
    inside: {
      ...inside,
      ...(isElsewhere ? { workspace: workerGroup } : {}),
      ...(stage.when.length > 0 ? { isSkippable: true } : {}),
    },
    common: {
      ...options.common,
      ...(isElsewhere ? { worker_group: workerGroup } : {}),
      ...conditionProperties(condition, stage, mapping),
      ...(hasNoAgent === true && stage.agent !== undefined
        ? { disabled: true, description: sourceOf(stage.agent, mapping.source) }
        : {}),
    },
  };
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

/** Says that tools and unknown directives are by hand. */
export function reportTools({ tools, unknown }: Directives, mapping: PipelineMapping): void {
  for (const tool of tools) {
    const { start, end, name } = tool;
    const message = 'the agents must have it on their PATH; Jenkins would install it';
    mapping.report({ start, end, construct: `tool ${name}`, outcome: 'approximated', message });
  }
  for (const statement of unknown) {
    const { start, end } = statement;
    const message = 'the import does not know this directive';
    mapping.report({ start, end, construct: constructOf(statement), outcome: 'by hand', message });
  }
}
