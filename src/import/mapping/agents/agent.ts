import { callsInClosure } from '../../groovy/arguments-of.ts';
import type { Call, Expression } from '../../groovy/syntax.ts';
import { kindOfAgent } from '../context/default-checkout.ts';
import { withReason, type Scope } from '../context/job-mapping.ts';
import type { ByHand } from '../drafts/draft-flow.ts';
import { sourceOf, waitingFor } from '../drafts/gate.ts';
import { constantOf } from '../values/values.ts';
import { checkoutDiffers } from './checkouts.ts';
import { readContainer } from './container-of.ts';

/**
 * Maps `agent`, and reports it. Of the pipeline (`flow`): sets `worker_group` of the flow. Of a stage: the returned scope
 * has the worker group. A container is in the scope in both cases. Undefined: no agent is declared, nothing changes.
 * If the agent is by hand, the scope says so (`noAgent`), and nothing runs on the agents of the flow instead.
 */
export function mapAgent(agent: Call | undefined, scope: Scope, place: 'flow' | 'stage'): Scope {
  if (agent === undefined) return scope;
  const outside = { ...scope, container: undefined };
  const label = scope.job.flow.properties.get('worker_group');
  const ofFlow = typeof label === 'string' ? label : undefined;
  const read = readAgent(agent, outside, ofFlow);
  const result =
    'byHand' in read ? { byHand: `${read.byHand}; ${consequences[place]}` } : inParallel(read, scope, ofFlow);
  const construct = `agent ${kindOfAgent(agent)}`.trimEnd();
  scope.job.findings.add(agent, construct, withCheckout(result, agent, scope));
  if ('byHand' in read) {
    const noAgent = place === 'flow' ? waitingFor([{ construct }]) : sourceOf(agent, scope.job.source);
    return withReason({ ...outside, noAgent }, agent, construct, read.byHand);
  }
  const found = { ...read.scope, noAgent: undefined };
  if (read.label === undefined) return found;
  if (place === 'stage') return { ...found, workerGroup: read.label };
  scope.job.flow.properties.set('worker_group', read.label);
  return found;
}

/** Says once that Jenkins checks the source out on its agents, if a flow does not do the same. */
function withCheckout<Read extends ReadAgent | ByHand>(read: Read, agent: Call, { job }: Scope): Read {
  const { defaultCheckout, repository } = job.facts;
  if (defaultCheckout?.firstAgent !== agent) return read;
  const differs =
    repository === undefined
      ? 'a flow checks out nothing by itself: add a checkout if the job takes its Jenkinsfile from a repository'
      : `Jenkins checks the source out on each agent by itself, a flow in tasks: ${checkoutDiffers(repository).join('; ')}`;
  if ('byHand' in read) return { ...read, byHand: `${read.byHand}; ${differs}` };
  return { ...read, differs: [...(read.differs ?? []), differs] };
}

/** Jenkins gives each agent a workspace of its own, a flow each worker group. */
function inParallel(read: ReadAgent, { isParallel }: Scope, ofFlow: string | undefined): ReadAgent {
  const isShared = isParallel && (read.label === undefined || read.label === ofFlow) && read.note === undefined;
  const differs = 'it shares the workspace of the flow with what runs at the same time';
  return isShared ? { ...read, differs: [...(read.differs ?? []), differs] } : read;
}

const consequences = {
  flow: 'its scripts are disabled until you choose the agents',
  stage: 'the stage is disabled until you choose its agents',
} as const;

interface ReadAgent {
  readonly scope: Scope;
  readonly label?: string;
  readonly differs?: readonly string[];
  readonly note?: string;
}

/** @param ofFlow the label of the flow, which holds for its tasks */
function readAgent(agent: Call, scope: Scope, ofFlow: string | undefined): ReadAgent | ByHand {
  const value = agent.arguments[0]?.value;
  switch (kindOfAgent(agent)) {
    case 'any':
      return {
        scope,
        ...(ofFlow !== undefined && { differs: [`its tasks run on the agents of the flow: ${ofFlow}`] }),
      };
    case 'none':
      return { scope, note: 'a flow waits for an agent only where a task needs one' };
    default:
  }
  const [kind, ...others] = callsInClosure(value) ?? [];
  if (kind === undefined || others.length > 0) return { byHand: 'its agent is computed by Groovy' };
  const given = optionsOf(kind);
  switch (kind.name) {
    case 'label':
      return withLabel(given.get('0'), { scope });
    case 'node':
      return withLabel(given.get('label'), {
        scope,
        differs: given.has('customWorkspace') ? ['it uses the workspace of the flow'] : [],
      });
    case 'docker': {
      const container = readContainer(given, scope);
      return 'byHand' in container ? container : withLabel(given.get('label'), container);
    }
    default:
      return { byHand: `flows have no agent ${kind.name}` };
  }
}

/** `docker 'x'`, or the lines of `docker { image 'x' }` and `node { label 'x' }`. */
function optionsOf(call: Call): ReadonlyMap<string, Expression> {
  const lines = callsInClosure(call.arguments.at(-1)?.value);
  const calls = lines ?? [];
  const given = new Map(
    calls.flatMap(({ name, arguments: [first] }) => (first === undefined ? [] : [[name, first.value]])),
  );
  if (lines === undefined)
    for (const [index, argument] of call.arguments.entries()) given.set(argument.name ?? String(index), argument.value);
  return given;
}

/** Labels of Jenkins, and expressions of them such as `linux && !arm64`. */
const labelSyntax = /^[\w.@:/+ \-()!&|<>"]{1,200}$/;

function withLabel(label: Expression | undefined, agent: ReadAgent): ReadAgent | ByHand {
  if (label === undefined) return agent;
  const text = constantOf(label, agent.scope);
  if (typeof text !== 'string') return { byHand: 'its label is not constant, and worker_group takes no references' };
  if (text.trim() === '') return agent;
  return labelSyntax.test(text) ? { ...agent, label: text } : { byHand: `${text} is not a valid worker_group` };
}
