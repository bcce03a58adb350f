import type { JsonValue } from '../../../base/text/json-value.ts';
import { argumentsOf } from '../../groovy/arguments-of.ts';
import type { Expression } from '../../groovy/syntax.ts';
import { taskIdIn, type Scope } from '../context/job-mapping.ts';
import { draftTask, type ByHand } from '../drafts/draft-flow.ts';
import { inputValueOf, textOf } from '../values/texts.ts';
import { constantOf } from '../values/values.ts';
import { disabledBlock } from './blocks.ts';
import { constant, flag, inside, itemsOf, mapped, otherArguments, type StepHandler, type StepTable } from './step.ts';

/** `build job: 'team/deploy', parameters: [...]`: a call of the flow that the job becomes. */
const build: StepHandler = (step, scope) => {
  const job = constant(step, 'job', scope);
  if (typeof job !== 'string') return { byHand: 'the name of the job is computed' };
  const key = flowOfJob(job, scope.job.flow.namespace);
  if (key === undefined) return { byHand: `${job} is not a valid name of a flow` };
  const inputs = inputsOf(step.named.get('parameters'), scope);
  if ('byHand' in inputs) return inputs;
  const isAwaited = flag(step, 'wait', scope, true);
  const propagates = flag(step, 'propagate', scope, true);
  if (isAwaited === undefined || propagates === undefined) return { byHand: 'whether it waits is computed' };
  const differs = [
    `it calls the flow ${key.namespace}/${key.flowId}, which must exist`,
    ...(isAwaited && propagates ? [] : isAwaited ? ['a failure of the flow is a warning of this one'] : []),
    ...(step.named.has('quietPeriod') ? ['it starts without a quiet period'] : []),
    ...inputs.differs,
  ];
  const shape = { kind: 'call', ...key, inputs: inputs.values, isAwaited } as const;
  const common = isAwaited && !propagates ? ({ allow_failure: true } as const) : {};
  return mapped([draftTask(taskIdIn(scope, key.flowId), step.call, shape, common)], differs);
};

/** The flow that the import of a job makes: its folders are the namespace. A relative path starts at those of this flow. */
export function flowOfJob(
  job: string,
  namespace: string,
): { readonly namespace: string; readonly flowId: string } | undefined {
  const path = job.startsWith('/') ? [] : namespace.split('.');
  for (const step of job.split('/').filter((part) => part !== '')) {
    if (step === '..') path.pop();
    else if (step !== '.') path.push(step);
  }
  const flowId = path.pop();
  const place = path.map((part) => part.toLowerCase().replaceAll(/[^a-z0-9_-]+/g, '-')).join('.');
  if (flowId === undefined || !/^[A-Za-z0-9][\w.-]*$/.test(flowId)) return undefined;
  return { namespace: place === '' ? namespace : place, flowId };
}

interface GivenInputs {
  readonly values: Readonly<Record<string, JsonValue>>;
  readonly differs: readonly string[];
}

/** `[string(name: 'X', value: 'a'), booleanParam(...)]` as values of inputs. */
function inputsOf(expression: Expression | undefined, scope: Scope): GivenInputs | ByHand {
  const values: Record<string, JsonValue> = {};
  const differs: string[] = [];
  if (expression === undefined) return { values, differs };
  const items = itemsOf(expression);
  if (items === undefined) return { byHand: 'its parameters are computed' };
  for (const item of items) {
    const given = item.kind === 'call' ? argumentsOf(item) : undefined;
    const [name, value] = [given?.get('name'), given?.get('value')];
    const id = name === undefined ? undefined : constantOf(name, scope);
    if (typeof id !== 'string' || value === undefined) return { byHand: 'its parameters are computed' };
    const written = inputValueOf(value, scope);
    if ('byHand' in written) return { byHand: `the value of ${id}: ${written.byHand}` };
    values[id] = written.value;
    differs.push(...written.differs);
  }
  return { values, differs };
}

/** `lock('printer') { ... }`: a flow holds its locks from its start to its end. */
const lock: StepHandler = (step, scope) => {
  const resource = step.named.get('resource') ?? step.named.get('label');
  const quantity = step.named.has('quantity') ? constant(step, 'quantity', scope) : 1;
  const isPool = !step.named.has('resource') && !step.named.has('quantity');
  const name = resource === undefined ? undefined : textOf(resource, scope);
  const known = 'resource label quantity inversePrecedence skipIfLocked variable extra priority reason';
  const other = otherArguments(step, known);
  if (other !== undefined) return disabledBlock(step, scope, other.byHand);
  if (name === undefined || 'byHand' in name || !/^(?:[\w.-]|\{\{ inputs\.[\w.-]+ \}\}){1,128}$/.test(name.text))
    return disabledBlock(step, scope, 'the name of the lock is computed, or not one that a flow can have');
  if (isPool) return disabledBlock(step, scope, 'it takes all resources of a pool, whose number the job does not say');
  if (step.named.has('skipIfLocked') || step.named.has('variable') || step.named.has('extra') || quantity !== 1)
    return disabledBlock(step, scope, 'a lock of a flow has one name, and holds up an execution until it is free');
  if (!scope.job.flow.locks.includes(name.text)) scope.job.flow.locks.push(name.text);
  const differs = ['the flow holds the lock from its start to its end', ...name.differs];
  return mapped(inside(step, scope), differs);
};

export const jobSteps: StepTable = {
  build: { main: 'job', arguments: 'job parameters wait propagate quietPeriod waitForStart', map: build },
  lock: { main: 'resource', map: lock },
};
