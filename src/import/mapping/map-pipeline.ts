import type { Pipeline } from '../pipeline/pipeline.ts';
import { mergeNeighbours } from './arrange-tasks.ts';
import { DraftMapping, type MappingOptions } from './draft-mapping.ts';
import { fitDepth } from './fit-depth.ts';
import { initialScope } from './known-names.ts';
import { mapAgent } from './map-agent.ts';
import { reportTools } from './map-directives.ts';
import { mapEnvironment } from './map-environment.ts';
import { mapOptions } from './map-options.ts';
import { mapParameters } from './map-parameters.ts';
import { mapPipelinePost } from './map-post.ts';
import { mapStages } from './map-stage.ts';
import { mapStatements } from './map-statements.ts';
import { mapTriggers } from './map-triggers.ts';
import type { FlowDraft } from './mapping.ts';

/** Maps a job to a flow; every statement gets a finding. */
export function mapPipeline(pipeline: Pipeline, options: MappingOptions): DraftMapping {
  const flow: FlowDraft = {
    id: options.id,
    namespace: options.namespace,
    description: pipeline.description ?? `Imported from ${options.name}.`,
    inputs: new Map(),
    variables: new Map(),
    tasks: [],
    errors: [],
    finally: [],
    triggers: [],
    locks: [],
    properties: new Map(),
  };
  const mapping = new DraftMapping(pipeline, flow, options, mapStatements);
  for (const { start, end, arguments: given } of pipeline.libraries) {
    const names = given.map(({ value }) => mapping.source.slice(value.start, value.end)).join(', ');
    const message = `its steps are by hand, unless a mapping file says what they mean`;
    mapping.report({ start, end, construct: `shared library ${names}`, outcome: 'by hand', message });
  }

  const beside = mapStatements(pipeline.beside, initialScope(), mapping);
  const withParameters = mapParameters(pipeline.parameters, beside.scope, mapping);
  const withAgent = mapAgent(pipeline.agent, withParameters, mapping, 'flow');
  const withEnvironment = mapEnvironment(pipeline.environment, withAgent, mapping, 'flow');
  const { common, scope } = mapOptions(pipeline.options, withEnvironment, mapping, 'flow');
  for (const [name, value] of Object.entries(common)) flow.properties.set(name, value);
  mapTriggers(pipeline.triggers, scope, mapping);
  reportTools(pipeline, mapping);

  const tasks = [
    ...beside.tasks,
    ...mapStages(pipeline.stages, scope, mapping),
    ...mapStatements(pipeline.steps, scope, mapping).tasks,
  ];
  const { tasks: after, disabled } = mapPipelinePost(pipeline.post, mapping.withAssigned(scope), mapping);
  flow.tasks.unshift(...mergeNeighbours([...tasks, ...after], mapping.source));
  flow.finally.push(...disabled);
  fitDepth(mapping);
  return mapping;
}
