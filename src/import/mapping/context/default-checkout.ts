import { callsInClosure } from '../../groovy/arguments-of.ts';
import type { Call, Expression } from '../../groovy/syntax.ts';
import { allStatements, callsIn } from '../../groovy/walk.ts';
import type { Pipeline, Stage } from '../../pipeline/pipeline.ts';

/** The checkout that Jenkins does by itself on each agent of a declarative pipeline, before the first step. */
export interface DefaultCheckout {
  /** Whether the flow starts with it: an agent uses the workspace of the flow. */
  readonly isOfFlow: boolean;
  /** The first agent in the source, whose finding says what differs. */
  readonly firstAgent: Call;
}

/** Undefined if Jenkins does none, or if steps of the pipeline do it where no repository is known. */
export function defaultCheckoutOf(pipeline: Pipeline): DefaultCheckout | undefined {
  const { kind, isInline = false, agent, stages, options, repository, file } = pipeline;
  if (kind !== 'declarative' || isInline || options.some(skips)) return undefined;
  const ofPipeline = agent === undefined || isNone(agent) ? [] : [agent];
  const agents = [...ofPipeline, ...agentsOf(stages)];
  const [firstAgent] = agents;
  if (firstAgent === undefined) return undefined;
  const checksOut = repository === undefined ? hasCheckout(file.statements) : startsWithCheckout(stages[0]);
  if (checksOut) return undefined;
  return { firstAgent, isOfFlow: ofPipeline.length > 0 || agents.some((each) => !hasLabel(each)) };
}

/** `any`, `none`, `label`, `docker`; empty if Groovy computes it. */
export function kindOfAgent(agent: Call): string {
  const value = agent.arguments[0]?.value;
  if (value?.kind === 'literal') return String(value.value);
  if (value?.kind === 'name') return value.name;
  return callsInClosure(value)?.[0]?.name ?? '';
}

const isNone = (agent: Call): boolean => kindOfAgent(agent) === 'none';
const hasLabel = (agent: Call): boolean => ['label', 'node'].includes(kindOfAgent(agent));

/** `checkoutToSubdirectory` is by hand, and with it the checkout. */
function skips({ name, arguments: [first] }: Call): boolean {
  const isOff = first?.value.kind === 'literal' && first.value.value === false;
  return (name === 'skipDefaultCheckout' && !isOff) || name === 'checkoutToSubdirectory';
}

function agentsOf(stages: readonly Stage[]): readonly Call[] {
  return stages.flatMap(({ agent, content }) => {
    const own = agent === undefined || isNone(agent) ? [] : [agent];
    switch (content.kind) {
      case 'steps':
        return own;
      case 'stages':
      case 'parallel':
        return [...own, ...agentsOf(content.stages)];
      case 'matrix': {
        const ofCell = content.matrix.agent;
        const cell = ofCell === undefined || isNone(ofCell) ? [] : [ofCell];
        return [...own, ...cell, ...agentsOf(content.matrix.stages)];
      }
    }
  });
}

function hasCheckout(statements: Pipeline['file']['statements']): boolean {
  return allStatements(statements)
    .flatMap(callsIn)
    .some((name) => name === 'checkout' || name === 'git');
}

/** Whether the first step is `checkout scm`, which does the same again. */
function startsWithCheckout(stage: Stage | undefined): boolean {
  const [first] = stage?.content.kind === 'steps' ? stage.content.steps : [];
  const call: Expression | undefined = first?.kind === 'expression' ? first.expression : undefined;
  const source = call?.kind === 'call' && call.name === 'checkout' ? call.arguments[0]?.value : undefined;
  return source?.kind === 'name' && source.name === 'scm' && stage?.when.length === 0;
}
